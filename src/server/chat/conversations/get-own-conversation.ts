import type { Queryable } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { notFound } from '#server/http/api-error.ts'
import { type ConversationRow, findConversation } from '../queries.ts'

/** The viewer's own conversation. Throws `not_found` for any other, whether it exists or not. */
export async function getOwnConversation(db: Queryable, viewer: Viewer, id: string): Promise<ConversationRow> {
  const conversation = await findConversation(db, viewer.id, id)
  if (!conversation) throw notFound()
  return conversation
}
