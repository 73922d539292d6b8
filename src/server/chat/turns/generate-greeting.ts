import { charName } from '#engine/cards/character.ts'
import { isBlank } from '#engine/is-blank.ts'
import { genericGreeting, openingText } from '#engine/prompt/opening.ts'
import { toFields } from '#server/characters/character-columns.ts'
import { getChatCharacter } from '#server/characters/screen-character.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { chargeTurn, refundTurn } from '../limits/daily-limit.ts'
import { findPlayer } from '../personas/player.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import { startDraft } from '../replies/generate-reply.ts'
import { createReplyGuard } from '../screening/screen-turn.ts'

/** Milliseconds a new greeting may take: after that the original one is used. */
const timeout = 15_000

/**
 * Lets the model write a new greeting. Falls back to `originalGreeting`, then to the author's greeting, then to a generic
 * hello: an error of the model is logged and never thrown. It is charged like a message, and refunded on such an error.
 */
export async function generateGreeting(
  chat: ChatDeps,
  viewer: Viewer,
  { characterId, originalGreeting }: { characterId: string; originalGreeting: string },
): Promise<string> {
  const { context } = chat
  const character = await getChatCharacter(context, viewer, characterId, null)
  const player = await findPlayer(context, context.db, { viewer, character, chosenId: null })
  const startedAt = context.clock.now()
  await chargeTurn(context, context.db, viewer)
  const draft = startDraft(chat, {
    id: context.ids.uuid(),
    conversationId: null,
    parentId: null,
    userMessageId: null,
    viewer,
    character,
    player,
    notes: null,
    lorebooks: null,
    kind: 'greeting',
    memory: { isEnabled: false, version: 0 },
    anchor: null,
    startedAt,
    stored: Promise.resolve(),
  })
  const timer = setTimeout(() => draft.abortController.abort('stopped'), timeout)
  await draft.ended
  clearTimeout(timer)
  if (draft.replyEnd?.event === 'done') {
    // A cut or filtered greeting is not used.
    if (draft.replyEnd.data.finish === 'stop') return draft.text
    await refundTurn(context, viewer.id, startedAt)
  }
  if (!isBlank(originalGreeting)) {
    const guard = createReplyGuard(context, { viewer, character, player })('')
    guard.add(originalGreeting)
    guard.end()
    if (!guard.hit) return originalGreeting.trim()
  }
  const card = toFields(character)
  const at = { persona: player.description, now: startedAt }
  return openingText(card, player.name, character.id, at) || genericGreeting(charName(card))
}
