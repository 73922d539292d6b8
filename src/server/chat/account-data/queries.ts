import type { Queryable } from '#server/db/database.ts'

const page = 100

/** A page of an account's conversations, deleted ones included, in the order of their ids. */
export function listAll(db: Queryable, userId: string, after: string) {
  return db
    .selectFrom('conversations')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(page)
    .execute()
}

export type WholeConversation = Awaited<ReturnType<typeof listAll>>[number]

/** The characters of a scene, under the names with which they joined. */
export function listParticipantNames(db: Queryable, conversationId: string) {
  return db
    .selectFrom('conversation_participants')
    .select(['character_id as characterId', 'character_name as name', 'joined_at as joinedAt', 'left_at as leftAt'])
    .where('conversation_id', '=', conversationId)
    .orderBy('position')
    .execute()
}
