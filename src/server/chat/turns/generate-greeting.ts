import { charName } from '#engine/cards/character.ts'
import { genericGreeting, openingText } from '#engine/prompt/opening.ts'
import { closeMarks } from '#engine/reply/close-marks.ts'
import { shapeReply } from '#engine/reply/reply-shaper.ts'
import { speakerNames } from '#engine/reply/speaker-label.ts'
import { trimToSentence } from '#engine/reply/trim-to-sentence.ts'
import { characterScope } from '#server/characters/character-scope.ts'
import { findAccessibleCharacter } from '#server/characters/queries.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { notFound } from '#server/http/api-error.ts'
import { ContextOverflowError, type GenerateOptions, type ModelProvider } from '#server/providers/models/provider.ts'
import type { ChatDeps } from '../chat-deps.ts'
import { createReplyGuard } from '../replies/hold-reply.ts'
import { tryModels } from '../replies/try-models.ts'
import { chargeTurn, refundTurn } from './daily-limit.ts'
import { playerName, promptCharacter, promptFor } from './prompt.ts'

/** Milliseconds a new greeting may take: after that the original one is used. */
const timeout = 15_000

/**
 * Lets the model write a new greeting. Falls back to `originalGreeting`, then to the author's greeting, then to a generic
 * hello: an error of the model is logged and never thrown. It is charged like a message, and refunded on such an error.
 */
export async function generateGreeting(
  { context }: ChatDeps,
  viewer: Viewer,
  { characterId, originalGreeting }: { characterId: string; originalGreeting: string },
): Promise<string> {
  const character = await findAccessibleCharacter(context.db, characterScope(context, viewer), characterId)
  if (!character) throw notFound()
  const chargedAt = context.clock.now()
  await chargeTurn(context, context.db, viewer, 'greeting')
  const prompt = {
    user: viewer,
    character,
    kind: 'greeting' as const,
    history: [],
    anchor: null,
    conversationSeed: character.id,
    replySeed: context.ids.uuid(),
  }
  const guard = createReplyGuard(context, { viewer, character })
  const isAllowed = (text: string) => {
    const checked = guard('')
    checked.add(text)
    checked.end()
    return checked.hit === null
  }
  let said = ''
  const options: GenerateOptions = {
    signal: AbortSignal.timeout(timeout),
    onText: (text) => {
      said += text
    },
    onReplace: (text) => {
      said = text
    },
  }
  const ask = (model: ModelProvider) => {
    const generate = () => promptFor(context, { ...prompt, model }).generate(options)
    return generate().catch((error: unknown) => {
      // The model has learned its window, so the second prompt is shorter.
      if (error instanceof ContextOverflowError && said === '') return generate()
      throw error
    })
  }
  try {
    const models = context.models.select(viewer.account_type)
    const { finish } = await tryModels(context.log, models, ask, () => said !== '')
    const greeting = shapeReply(said, speakerNames(promptCharacter(character), playerName(viewer)))
    const { text, isCut } =
      finish === 'length' ? trimToSentence(greeting) : { text: closeMarks(greeting), isCut: false }
    if (text !== '' && !isCut && finish !== 'filter' && isAllowed(text)) return text
  } catch (error) {
    context.log.warn({ err: error, character: character.id }, 'new greeting failed; using the original one')
  }
  await refundTurn(context, viewer.id, chargedAt)
  if (originalGreeting.trim() !== '' && isAllowed(originalGreeting)) return originalGreeting.trim()
  const card = promptCharacter(character)
  return openingText(card, playerName(viewer), character.id) || genericGreeting(charName(card))
}
