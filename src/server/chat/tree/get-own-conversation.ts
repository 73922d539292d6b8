import type { Queryable } from '#server/core/context.ts'
import type { Account } from '#server/core/viewer.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import { type ConversationRow, findConversation, findDeletedConversation } from './queries.ts'

/** Why there is no conversation: `conversation_deleted` for one of the viewer's own, `not_found` for any other. */
export async function missingConversation(db: Queryable, viewer: Account, id: string): Promise<ApiError> {
  const isDeleted = (await findDeletedConversation(db, viewer.id, id)) !== undefined
  return isDeleted ? new ApiError('conversation_deleted') : notFound()
}

/** The viewer's own conversation. Throws the error of `missingConversation` for any other. */
export async function getOwnConversation(db: Queryable, viewer: Account, id: string): Promise<ConversationRow> {
  const conversation = await findConversation(db, viewer.id, id)
  if (!conversation) throw await missingConversation(db, viewer, id)
  return conversation
}
