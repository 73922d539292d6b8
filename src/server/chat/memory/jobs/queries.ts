import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Queryable } from '#server/db/database.ts'

/** The conversation of a job; undefined if it is deleted. */
export function findJobConversation(db: Queryable, conversationId: string) {
  return db
    .selectFrom('conversations')
    .select([
      'id',
      'user_id',
      'character_id',
      'has_memory',
      'memory_version',
      'turn_order',
      'content_rating',
      'persona_id',
    ])
    .where('id', '=', conversationId)
    .where('deleted_at', 'is', null)
    .$narrowType<{ id: OwnConversationId }>()
    .executeTakeFirst()
}
