import type { Context, Queryable } from '#server/core/context.ts'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import { beginTurn, type ConversationRow, findConversation, type MessageRow } from '../queries.ts'
import type { LiveReplies } from '../replies/live-replies.ts'
import { LiveReply } from '../replies/live-reply.ts'

/** The chat's own context: what every intent of this capability needs beside the house's. */
export interface ChatDeps {
  context: Context
  liveReplies: LiveReplies
}

/** A row with everything but what its author said. */
export function messageRow(
  row: Pick<MessageRow, 'id' | 'conversation_id' | 'parent_id' | 'depth' | 'role' | 'content' | 'created_at'> &
    Partial<MessageRow>,
): MessageRow {
  return {
    status: 'complete',
    idempotency_key: null,
    error_type: null,
    error_message: null,
    model: null,
    usage: null,
    updated_at: row.created_at,
    hidden_at: null,
    ...row,
  }
}

export function idempotencyKey(user: Viewer, clientMessageId: string | undefined): string | null {
  return clientMessageId === undefined ? null : `${user.id}:${clientMessageId}`
}

/** The reader's own conversation; what is not theirs does not exist. */
export async function ownConversation(db: Queryable, user: Viewer, id: string): Promise<ConversationRow> {
  const conversation = await findConversation(db, user.id, id)
  if (!conversation) throw notFound()
  return conversation
}

/** Takes the conversation for this reply, or refuses with the one that is running. */
export async function claimConversation(
  db: Queryable,
  user: Viewer,
  conversationId: OwnConversationId,
  reply: { id: string; now: number },
): Promise<void> {
  const turn = { conversationId, replyId: reply.id, now: reply.now }
  if (await beginTurn(db, turn)) return
  const conversation = await ownConversation(db, user, conversationId)
  const messageId = conversation.running_reply_id
  throw new ApiError('turn_in_progress', { details: { conversationId, ...(messageId ? { messageId } : {}) } })
}

export function assertNotDraining({ liveReplies }: ChatDeps): void {
  if (liveReplies.draining) throw new ApiError('unavailable', { retryAfter: 5 })
}

export function startLiveReply(
  { liveReplies }: ChatDeps,
  turn: { id: string; conversationId: string; userId: string; userMessageId: string | null },
): LiveReply {
  const reply = new LiveReply(turn)
  liveReplies.open(reply)
  return reply
}
