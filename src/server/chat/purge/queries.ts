import { sql } from 'kysely'
import type { Queryable } from '#server/db/database.ts'

/** The value of `deleted_at` while a conversation is being purged: it cannot be continued or restored. */
const purging = 0

/**
 * Marks up to `limit` conversations that have expired, or were deleted before `deletedBefore`, as being purged, so that
 * `deleteTrees` can delete them. Returns their ids.
 */
export async function takeExpired(
  db: Queryable,
  { now, deletedBefore, limit }: { now: number; deletedBefore: number; limit: number },
): Promise<string[]> {
  const isOver = sql<boolean>`running_reply_id is null and (expires_at <= ${now} or deleted_at < ${deletedBefore})`
  const rows = await db
    .updateTable('conversations')
    .set({ deleted_at: purging })
    .where('id', 'in', (eb) => eb.selectFrom('conversations').select('id').where(isOver).limit(limit))
    // Repeated, because on PostgreSQL a turn may have begun after the subquery was read.
    .where(isOver)
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Marks the account's conversations that expire as being purged, all but the `kept` newest. */
export async function takeExcess(
  db: Queryable,
  { userId, kept, limit }: { userId: string; kept: number; limit: number },
): Promise<string[]> {
  const canExpire = sql<boolean>`running_reply_id is null and expires_at is not null`
  const rows = await db
    .updateTable('conversations')
    .set({ deleted_at: purging })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('conversations')
        .select('id')
        .where('user_id', '=', userId)
        .where('expires_at', 'is not', null)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(kept),
    )
    .where(canExpire)
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
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
