import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Queryable } from '#server/db/database.ts'

/** The conversation of a job; undefined if it is deleted. */
export function findJobConversation(db: Queryable, conversationId: string) {
  return db
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', conversationId)
    .where('deleted_at', 'is', null)
    .$narrowType<{ id: OwnConversationId }>()
    .executeTakeFirst()
}
