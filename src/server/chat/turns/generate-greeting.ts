import { genericGreeting, openingText } from '#engine/prompt/opening.ts'
import { shapeReply } from '#engine/reply/reply-shaper.ts'
import { speakerNames } from '#engine/reply/speaker-label.ts'
import { trimToSentence } from '#engine/reply/trim-to-sentence.ts'
import { characterScope } from '#server/characters/character-scope.ts'
import { findAccessibleCharacter } from '#server/characters/queries.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { notFound } from '#server/http/api-error.ts'
import type { ChatDeps } from '../chat-deps.ts'
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
  request: { characterId: string; originalGreeting: string },
): Promise<string> {
  const character = await findAccessibleCharacter(context.db, characterScope(context, viewer), request.characterId)
  if (!character) throw notFound()
  const chargedAt = context.clock.now()
  await chargeTurn(context, context.db, viewer)
  const prompt = {
    user: viewer,
    character,
    kind: 'greeting' as const,
    history: [],
    anchor: null,
    conversationSeed: character.id,
    replySeed: context.ids.uuid(),
  }
  let said = ''
  const onText = (text: string) => {
    said += text
  }
  const onReplace = (text: string) => {
    said = text
  }
  try {
    const signal = AbortSignal.timeout(timeout)
    const { finish } = await tryModels(
      context.log,
      context.models.select(viewer.account_type),
      (model) => promptFor(context, { ...prompt, model }).generate({ signal, onText, onReplace }),
      () => said !== '',
    )
    const greeting = shapeReply(said, speakerNames(promptCharacter(character), playerName(viewer)))
    const { text, isCut } = finish === 'length' ? trimToSentence(greeting) : { text: greeting, isCut: false }
    if (text !== '' && !isCut && finish !== 'filter') return text
  } catch (error) {
    context.log.warn({ err: error, character: character.id }, 'new greeting failed; using the original one')
  }
  await refundTurn(context, viewer.id, chargedAt)
  if (request.originalGreeting.trim() !== '') return request.originalGreeting.trim()
  return openingText(promptCharacter(character), playerName(viewer), character.id) || genericGreeting(character.name)
}
