import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import { chatLimits } from '#shared/chat.ts'
import { findDeletedConversation, updateConversation } from '../queries.ts'
import { stopReply } from '../replies/stop-reply.ts'
import { type ChatDeps, ownConversation } from '../turns/begin-turn.ts'

/** Renaming does not move a conversation in the list: nothing was said. */
export async function renameConversation(chat: ChatDeps, user: Viewer, id: string, title: string): Promise<void> {
  const conversation = await ownConversation(chat.context.db, user, id)
  await updateConversation(chat.context.db, conversation.id, { title })
}

/** Puts a conversation away; it can be brought back while the undo window lasts. A running reply is stopped and kept. */
export async function deleteConversation(chat: ChatDeps, user: Viewer, id: string): Promise<void> {
  const conversation = await ownConversation(chat.context.db, user, id)
  if (conversation.running_reply_id) stopReply(chat, conversation.running_reply_id)
  await updateConversation(chat.context.db, conversation.id, { deleted_at: chat.context.clock.now() })
}

export async function restoreConversation(chat: ChatDeps, user: Viewer, id: string): Promise<void> {
  const conversation = await findDeletedConversation(chat.context.db, user.id, id)
  if (!conversation) throw notFound()
  const deletedFor = chat.context.clock.now() - (conversation.deleted_at ?? 0)
  if (deletedFor > chatLimits.undoWindow) throw new ApiError('undo_expired')
  await updateConversation(chat.context.db, conversation.id, { deleted_at: null })
}
