import type { Context, Queryable } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import type { ChatDeps } from '../chat-deps.ts'
import { getOwnConversation } from '../conversations/get-own-conversation.ts'
import type { LiveReply } from '../replies/live-reply.ts'
import { countMessagesLeft } from './daily-limit.ts'
import { type ClaimedConversation, claimConversation, findTurn, type KnownTurn } from './queries.ts'

/** A turn a request can subscribe to: one it began, or the one an earlier request began under the same key. */
export type StartedTurn = ({ kind: 'live'; reply: LiveReply } | ({ kind: 'known' } & KnownTurn)) & {
  /** As `countMessagesLeft`. */
  messagesLeft: number | null
}

/** What the model writes after this message when the player adds nothing. */
export function kindAfter(parent: { role: string } | undefined): 'reply' | 'continue' | 'greeting' {
  if (!parent) return 'greeting'
  return parent.role === 'user' ? 'reply' : 'continue'
}

/** Unique for each send of an account; null where the client gave no id, so that repeating the request sends again. */
export function idempotencyKey(viewer: Viewer, clientMessageId: string | undefined): string | null {
  return clientMessageId === undefined ? null : `${viewer.id}:${clientMessageId}`
}

/** The turn that an earlier request began under this key, or null. */
export async function findKnownTurn(context: Context, viewer: Viewer, key: string | null): Promise<StartedTurn | null> {
  const turn = await findTurn(context.db, key)
  return turn && { kind: 'known', ...turn, messagesLeft: await countMessagesLeft(context, viewer) }
}

/**
 * Reserves the viewer's conversation for a reply. Throws `not_found` where there is none with this character, and
 * `turn_in_progress`, with the id of the running reply, while another reply is being generated in it.
 */
export async function reserveConversation(
  db: Queryable,
  viewer: Viewer,
  turn: { conversationId: string; characterId: string; replyId: string; now: number },
): Promise<ClaimedConversation> {
  const claimed = await claimConversation(db, { userId: viewer.id, ...turn })
  if (claimed) return claimed
  const conversation = await getOwnConversation(db, viewer, turn.conversationId)
  if (conversation.character_id !== turn.characterId) throw notFound()
  const messageId = conversation.running_reply_id
  const details = { conversationId: conversation.id, ...(messageId ? { messageId } : {}) }
  throw new ApiError('turn_in_progress', { details })
}

/** Throws `unavailable` while the server shuts down. */
export function assertNotDraining({ liveReplies }: ChatDeps): void {
  if (liveReplies.isDraining) throw new ApiError('unavailable', { retryAfter: 5 })
}
