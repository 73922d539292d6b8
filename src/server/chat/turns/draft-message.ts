import type { Viewer } from '#server/core/viewer.ts'
import { ApiError } from '#server/http/api-error.ts'
import { chargeTurn } from '../limits/daily-limit.ts'
import { memoryState } from '../memory/memory-state.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import { startDraft } from '../replies/generate-reply.ts'
import { draftSource, type ReplySource } from '../replies/stream-reply.ts'
import { getOwnConversation } from '../tree/get-own-conversation.ts'
import { findMessage } from '../tree/queries.ts'
import { openTurn } from './begin-turn.ts'

/**
 * Lets the model write the player's next message, which the player can change and send. Nothing is stored. The model
 * stops when the client closes the stream.
 */
export async function draftMessage(
  chat: ChatDeps,
  viewer: Viewer,
  { conversationId, ...request }: { conversationId: string; hint: string },
): Promise<ReplySource> {
  const { context } = chat
  const conversation = await getOwnConversation(context.db, viewer, conversationId)
  const { id, active_leaf_id, notes, lorebooks, running_reply_id: messageId } = conversation
  if (messageId) throw new ApiError('turn_in_progress', { details: { conversationId: id, messageId } })
  const hint = request.hint.trim()
  const opened = await openTurn(chat, viewer, conversation, { messageId: active_leaf_id, hint })
  const leaf = active_leaf_id ? await findMessage(context.db, id, active_leaf_id) : undefined
  const startedAt = context.clock.now()
  const messagesLeft = await chargeTurn(context, context.db, viewer)
  const draft = startDraft(chat, {
    id: context.ids.uuid(),
    conversationId: id,
    parentId: active_leaf_id,
    userMessageId: null,
    viewer,
    ...opened,
    notes,
    lorebooks,
    kind: 'impersonate',
    hint,
    anchor: leaf?.anchor_id ?? null,
    memory: memoryState(context, viewer, conversation),
    startedAt,
    stored: Promise.resolve(),
  })
  return draftSource(draft, { conversationId: id, messagesLeft })
}
