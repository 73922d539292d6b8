import type { CharacterRow } from '#server/characters/queries.ts'
import { screenContext } from '#server/characters/screen-character.ts'
import type { Context, Queryable } from '#server/core/context.ts'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError } from '#server/http/api-error.ts'
import { assertCheckable, assertClassified, screenText } from '#server/screening/screen-text.ts'
import type { HistoryEntry } from '#shared/chat.ts'
import { findMessage } from '../queries.ts'
import type { Crisis } from '../replies/reply-job.ts'

interface ScreenedTurn {
  viewer: Viewer
  character: CharacterRow
}

interface ScreenedMessage {
  text: string
  /** The end of the message before it. */
  before: string
  conversationId: string
  thing?: 'message' | 'answer'
}

/** Throws for a message that the policy does not let pass. Returns it when its author may be in crisis. */
export function screenMessage(
  context: Context,
  { viewer, character }: ScreenedTurn,
  { text, before, conversationId, thing = 'message' }: ScreenedMessage,
): Crisis | null {
  const standing = screenContext(context, character)
  const evidence = { conversationId, characterId: character.id, before }
  const hit = screenText(context, { surface: 'message', thing, text, author: viewer, standing, before, evidence })
  return hit && { hit, text }
}

/**
 * Screens a message that was sent before and is to be answered now, as `screenMessage`: its first answer may have been help
 * in a crisis, or lost, and the rules may have changed. A message of the character is not screened; null is none.
 */
export async function screenAnswered(
  context: Context,
  db: Queryable,
  turn: ScreenedTurn,
  conversationId: OwnConversationId,
  messageId: string | null,
): Promise<Crisis | null> {
  const message = messageId === null ? undefined : await findMessage(db, conversationId, messageId)
  if (message?.role !== 'user') return null
  const { content: text, parent_id } = message
  const previous = parent_id === null ? undefined : await findMessage(db, conversationId, parent_id)
  const before = previous?.content.slice(-200) ?? ''
  return screenMessage(context, turn, { text, before, conversationId, thing: 'answer' })
}

/** What a user writes besides messages: a wish, or the text of a reply. */
interface OtherText {
  surface: 'message' | 'reply'
  thing: 'message' | 'edit'
  text: string
  before?: string
  conversationId: string
}

/**
 * Throws for a text that the policy or the classifier does not let pass, and in a mature chat for one that the classifier
 * could not look at.
 */
export async function assertAllowed(context: Context, { viewer, character }: ScreenedTurn, other: OtherText) {
  const { conversationId, ...text } = other
  const evidence = { conversationId, characterId: character.id }
  const screened = { ...text, author: viewer, standing: screenContext(context, character), evidence }
  screenText(context, screened)
  if ((await assertClassified(context, screened)) || character.content_rating === 'general') return
  throw new ApiError('unavailable', {
    message: 'The safety check of this site does not answer. Try again in a minute.',
  })
}

/** Throws for a history, sent by a client, that the policy does not let pass. */
export function screenHistory(context: Context, { viewer, character }: ScreenedTurn, history: HistoryEntry[]): void {
  assertCheckable(...history.map(({ content }) => content))
  const standing = screenContext(context, character)
  let before = ''
  for (const { role, content: text } of history) {
    const surface = role === 'user' ? 'message' : 'reply'
    const evidence = { characterId: character.id }
    screenText(context, { surface, thing: 'history', text, author: viewer, standing, before, evidence })
    before = text.slice(-200)
  }
}
