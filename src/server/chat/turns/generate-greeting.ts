import { charName } from '#engine/cards/character.ts'
import { isBlank } from '#engine/is-blank.ts'
import { genericGreeting, openingText } from '#engine/prompt/opening.ts'
import { closeMarks } from '#engine/reply/close-marks.ts'
import { shapeReply } from '#engine/reply/reply-shaper.ts'
import { speakerNames } from '#engine/reply/speaker-label.ts'
import { trimToSentence } from '#engine/reply/trim-to-sentence.ts'
import { toFields } from '#server/characters/character-columns.ts'
import { getChatCharacter } from '#server/characters/screen-character.ts'
import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { tryModels } from '#server/providers/models/model-selector.ts'
import { ContextOverflowError, type GenerateOptions, type ModelProvider } from '#server/providers/models/provider.ts'
import type { Hit } from '#server/safety/rules/text-guard.ts'
import { classifyText } from '#server/screening/classify-text.ts'
import { hasChatFilter } from '#server/screening/screen-text.ts'
import type { ChatDeps } from '../chat-deps.ts'
import { accountNames, findPlayer } from '../personas/player.ts'
import { type FlaggedTurn, flagReply } from '../replies/hold-reply.ts'
import type { ReplyJob } from '../replies/reply-job.ts'
import { chargeTurn, refundTurn } from './daily-limit.ts'
import { createPrompt, sendPrompt } from './prompt.ts'
import { createReplyGuard } from './screen-turn.ts'

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
  const character = await getChatCharacter(context, viewer, characterId)
  const player = await findPlayer(context, context.db, { viewer, character, chosenId: null })
  const chargedAt = context.clock.now()
  await chargeTurn(context, context.db, viewer, 'greeting')
  const prompt = {
    user: viewer,
    character,
    player,
    kind: 'greeting' as const,
    history: [],
    anchor: null,
    conversationSeed: character.id,
    replySeed: context.ids.uuid(),
  }
  let generated = ''
  const options: GenerateOptions = {
    signal: AbortSignal.timeout(timeout),
    onText: (text) => {
      generated += text
    },
    onReplace: (text) => {
      generated = text
    },
  }
  const models = context.models.select(viewer.account_type)
  let [model] = models
  const ask = (next: ModelProvider) => {
    model = next
    const request = { ...prompt, model: next }
    const generate = () => sendPrompt(request, createPrompt(context, request), options)
    return generate().catch((error: unknown) => {
      // The error has told the size of the window, so the second prompt is shorter.
      if (error instanceof ContextOverflowError && generated === '') return generate()
      throw error
    })
  }
  try {
    const { finish } = await tryModels(context.log, models, ask, () => generated !== '')
    const names = speakerNames(toFields(character), player.name, [], accountNames(viewer))
    const greeting = shapeReply(generated, names)
    const { text, isCut } =
      finish === 'length' ? trimToSentence(greeting) : { text: closeMarks(greeting), isCut: false }
    const turn = { id: prompt.replySeed, conversationId: null, character, viewer, player }
    const isWhole = text !== '' && !isCut && finish !== 'filter'
    if (isWhole && (await isAllowed(context, turn, { text, model: model.model }))) return text
  } catch (error) {
    context.log.warn({ err: error, character: character.id }, 'new greeting failed; using the original one')
  }
  await refundTurn(context, viewer.id, chargedAt)
  if (!isBlank(originalGreeting) && !findHit(context, { viewer, character, player }, originalGreeting))
    return originalGreeting.trim()
  const card = toFields(character)
  return openingText(card, player.name, character.id) || genericGreeting(charName(card))
}

type Turn = FlaggedTurn & Pick<ReplyJob, 'id' | 'viewer' | 'character' | 'player'>

function findHit(context: Context, turn: Pick<Turn, 'viewer' | 'character' | 'player'>, text: string): Hit | null {
  const guard = createReplyGuard(context, turn)('')
  guard.add(text)
  guard.end()
  return guard.hit
}

/** Whether the safety policy and the classifier allow a greeting of the model. Raises a flag otherwise. */
async function isAllowed(context: Context, turn: Turn, { text, model }: { text: string; model: string }) {
  const isFiltered = hasChatFilter(turn.viewer)
  const known = findHit(context, turn, text)
  const { hit, isChecked } = known
    ? { hit: known, isChecked: true }
    : await classifyText(context, { surface: 'reply', text, isFiltered })
  if (hit && hit.rule.action !== 'filter') {
    await context.raisePolicyFlag(context, flagReply(context, turn, { hit, content: text, model }))
  }
  return !hit && (isChecked || turn.character.content_rating === 'general')
}
