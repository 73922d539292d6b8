import { sql } from 'kysely'
import type { Queryable } from '#server/db/database.ts'

const page = 100

/** A page of an account's conversations, deleted ones included, in the order of their ids. */
export const listAll = (db: Queryable, userId: string, after: string) =>
  db
    .selectFrom('conversations')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(page)
    .execute()

export type WholeConversation = Awaited<ReturnType<typeof listAll>>[number]

/** The characters of a scene, under the names with which they joined. */
export const listParticipantNames = (db: Queryable, conversationId: string) =>
  db
    .selectFrom('conversation_participants')
    .select(['character_id as characterId', 'character_name as name', 'joined_at as joinedAt', 'left_at as leftAt'])
    .where('conversation_id', '=', conversationId)
    .orderBy('position')
    .execute()

/** How many messages a conversation has that are not deleted, and the characters of their texts. */
export async function measureMessages(db: Queryable, conversationId: string) {
  const { count, length } = await db
    .selectFrom('messages')
    .select(({ fn }) => [
      fn.countAll<number | string>().as('count'),
      sql<number | string>`coalesce(sum(length(content)), 0)`.as('length'),
    ])
    .where('conversation_id', '=', conversationId)
    .where('hidden_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { count: Number(count), length: Number(length) }
}
