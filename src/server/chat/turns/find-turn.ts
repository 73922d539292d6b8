import type { Viewer } from '#server/core/viewer.ts'
import { notFound } from '#server/http/api-error.ts'
import type { BegunTurn } from '#shared/chat.ts'
import type { ChatDeps } from '../chat-deps.ts'
import { getOwnConversation } from '../conversations/get-own-conversation.ts'
import { idempotencyKey } from './begin-turn.ts'
import { findTurn } from './queries.ts'

/** What became of a send whose answer never arrived. Throws `not_found` where the server has no such message. */
export async function findTurnByClientId(
  { context }: ChatDeps,
  viewer: Viewer,
  clientMessageId: string,
): Promise<BegunTurn> {
  const turn = await findTurn(context.db, idempotencyKey(viewer, clientMessageId))
  if (!turn) throw notFound()
  const conversation = await getOwnConversation(context.db, viewer, turn.reply.conversation_id)
  return { conversationId: conversation.id, userMessageId: turn.userMessageId, messageId: turn.reply.id }
}
