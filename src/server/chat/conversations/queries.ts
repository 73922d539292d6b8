import { type SqlBool, sql } from 'kysely'
import type { CharacterRow } from '#server/characters/queries.ts'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Queryable } from '#server/db/database.ts'
import type { ConversationRow, MessageRow } from '../queries.ts'

/** Deletes the account's conversation so that it can be restored. Undefined if there is none. */
export function markDeleted(db: Queryable, userId: string, id: string, now: number) {
  return db
    .updateTable('conversations')
    .set({ deleted_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(['id', 'running_reply_id'])
    .$narrowType<{ id: OwnConversationId }>()
    .executeTakeFirst()
}

export function findDeletedConversation(db: Queryable, userId: string, id: string) {
  return db
    .selectFrom('conversations')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .$narrowType<{ id: OwnConversationId }>()
    .executeTakeFirst()
}

export async function insertConversation(db: Queryable, row: ConversationRow): Promise<void> {
  await db.insertInto('conversations').values(row).execute()
}

/** The `added_bytes` of all conversations of an account, of deleted ones until they are purged. */
export async function sumAddedBytes(db: Queryable, userId: string, now: number): Promise<number> {
  const { sum } = await db
    .selectFrom('conversations')
    .select((eb) => eb.fn.sum<number | string | null>('added_bytes').as('sum'))
    .where('user_id', '=', userId)
    .where('added_bytes', '>', 0)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirstOrThrow()
  return Number(sum ?? 0)
}

export async function incrementAddedBytes(db: Queryable, id: OwnConversationId, bytes: number): Promise<void> {
  await db
    .updateTable('conversations')
    .set((eb) => ({ added_bytes: eb('added_bytes', '+', bytes) }))
    .where('id', '=', id)
    .execute()
}

/** The `limit` messages that end at `leafId`, oldest first: a walk up the tree that costs as much as the page, however long the conversation is. */
export async function readPath(
  db: Queryable,
  conversationId: OwnConversationId,
  leafId: string,
  limit: number,
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    with recursive path(id, parent_id, step) as (
      select id, parent_id, 1 from messages where id = ${leafId} and conversation_id = ${conversationId}
      union all
      select messages.id, messages.parent_id, path.step + 1
      from path join messages on messages.id = path.parent_id where path.step < ${limit}
    )
    select messages.* from path join messages on messages.id = path.id order by messages.depth`.execute(db)
  return rows
}

export type Version = Pick<MessageRow, 'id' | 'branch_name'>

/** The visible messages below each of these parents, oldest first; those of `null` (the first message) under `''`. */
export async function readSiblings(
  db: Queryable,
  conversationId: OwnConversationId,
  parents: (string | null)[],
): Promise<Map<string, Version[]>> {
  const visible = db
    .selectFrom('messages')
    .select(['id', 'parent_id', 'branch_name'])
    .where('conversation_id', '=', conversationId)
    .where('hidden_at', 'is', null)
  const ids = parents.filter((id) => id !== null)
  // Two statements: with one condition for both, SQLite would read the index of all messages.
  const rows = [
    ...(ids.length > 0 ? await visible.where('parent_id', 'in', ids).execute() : []),
    ...(parents.includes(null) ? await visible.where('parent_id', 'is', null).execute() : []),
  ]
  return Map.groupBy(
    rows.sort((a, b) => (a.id < b.id ? -1 : 1)),
    ({ parent_id }) => parent_id ?? '',
  )
}

/** Gives a conversation to another character, in everything that names the one before. */
export async function setCharacter(
  trx: Queryable,
  id: OwnConversationId,
  { from, to }: { from: string; to: Pick<CharacterRow, 'id' | 'name' | 'avatar' | 'category'> },
): Promise<void> {
  const character = { character_name: to.name, character_avatar: to.avatar, character_category: to.category }
  await trx
    .updateTable('conversations')
    .set({ character_id: to.id, ...character, content_rating: null })
    .where('id', '=', id)
    .execute()
  await trx
    .updateTable('conversation_participants')
    .set({ character_id: to.id, ...character })
    .where('conversation_id', '=', id)
    .where('character_id', '=', from)
    .execute()
  // Lists of ids in JSON. The conversation's own character has no id where it speaks.
  const named = (column: string) => sql<string>`replace(${sql.ref(column)}, ${from}, ${to.id})`
  await trx
    .updateTable('messages')
    .set({ audience: named('audience'), present_after: named('present_after'), round_queue: named('round_queue') })
    .where('conversation_id', '=', id)
    .where(sql<SqlBool>`coalesce(audience, present_after, round_queue) is not null`)
    .execute()
  await trx
    .updateTable('memory_facts')
    .set({ audience: named('audience') })
    .where('conversation_id', '=', id)
    .execute()
  await trx
    .updateTable('memory_blocks')
    .set({ audience: named('audience'), passages: named('passages') })
    .where('conversation_id', '=', id)
    .execute()
}
