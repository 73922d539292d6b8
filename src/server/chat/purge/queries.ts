import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Queryable } from '#server/db/database.ts'
import type { Database } from '#server/db/schema.ts'

/** The value of `deleted_at` while a conversation is being purged: it cannot be continued or restored. */
const purging = 0

type Conversations = SelectQueryBuilder<Database, 'conversations', { id: string }>

/** Marks the chosen conversations as being purged, with the condition again on each: on PostgreSQL a turn may have begun since. */
async function take(db: Queryable, chosen: Conversations, condition: RawBuilder<boolean>): Promise<string[]> {
  const rows = await db
    .updateTable('conversations')
    .set({ deleted_at: purging })
    .where('id', 'in', chosen)
    .where(sql<boolean>`running_reply_id is null and ${condition}`)
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/**
 * Marks up to `limit` conversations that have expired, or were deleted before `deletedBefore`, as being purged, so that
 * `deleteTrees` can delete them. Returns their ids.
 */
export function takeExpired(
  db: Queryable,
  { now, deletedBefore, limit }: { now: number; deletedBefore: number; limit: number },
): Promise<string[]> {
  const isOver = sql<boolean>`(expires_at <= ${now} or deleted_at < ${deletedBefore})`
  const idle = db.selectFrom('conversations').select('id').where('running_reply_id', 'is', null)
  return take(db, idle.where(isOver).limit(limit), isOver)
}

/** Marks the account's conversations that expire as being purged, all but the `kept` newest. */
export function takeExcess(
  db: Queryable,
  { userId, kept, limit }: { userId: string; kept: number; limit: number },
): Promise<string[]> {
  const canExpire = sql<boolean>`expires_at is not null`
  const own = db.selectFrom('conversations').select('id').where('user_id', '=', userId).where(canExpire)
  const older = own.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).offset(kept)
  return take(db, older, canExpire)
}

/** Levels of a tree, and parts, that one statement deletes: databases limit the depth of cascading deletes, and other writes wait for it. */
const levels = 400

/** Deletes conversations with their messages. */
export async function deleteTrees(db: Queryable, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    while (await deleteHighest(db, id, 'messages', 'depth'));
    while (await deleteHighest(db, id, 'request_parts', 'number'));
    await db.deleteFrom('conversations').where('id', '=', id).execute()
  }
}

/** Deletes the rows of the highest `levels` values of a column. False when none is left. */
async function deleteHighest(
  db: Queryable,
  conversationId: string,
  table: 'messages' | 'request_parts',
  column: 'depth' | 'number',
): Promise<boolean> {
  const ofConversation = sql`${sql.table(table)} where conversation_id = ${conversationId}`
  const { rows } = await sql<{ highest: number | null }>`
    select max(${sql.ref(column)}) as highest from ${ofConversation}`.execute(db)
  const highest = rows[0]?.highest ?? null
  if (highest === null) return false
  await sql`delete from ${ofConversation} and ${sql.ref(column)} > ${Number(highest) - levels}`.execute(db)
  return true
}
