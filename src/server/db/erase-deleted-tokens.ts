import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Database } from './schema.ts'

const indexes = ['character_search_index', 'user_search_index', 'message_search_index']
/** FTS5 keeps the numbers of deleted rows in pages of its own, with ids from here on. The tokens of the rows stay. */
const firstDeletion = 2 ** 53
/** Pages that are written at a time: 5 to 10 ms. */
const pages = 64
/** Milliseconds after them, so that requests have most of the time. */
const pause = 30

/**
 * Writes the search indexes of SQLite that have deleted rows anew, without the tokens of those rows, and so removes them from
 * the file. An index of 100,000 messages takes 2 seconds of work.
 */
export async function eraseDeletedTokens(db: Kysely<Database>, stopping?: AbortSignal): Promise<void> {
  for (const name of indexes) {
    if (!(await hasDeletedRows(db, name))) continue
    // A negative number makes FTS5 merge all segments into one; positive ones continue until nothing is left to merge.
    for (let step = -pages; (await merge(db, name, step)) && !stopping?.aborted; step = pages);
  }
}

async function hasDeletedRows(db: Kysely<Database>, name: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(`${name}_data`)} where id >= ${firstDeletion} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** False when nothing was left to do. */
async function merge(db: Kysely<Database>, name: string, count: number): Promise<boolean> {
  const changes = await db.transaction().execute(async (trx) => {
    const before = await countChanges(trx)
    await sql`insert into ${sql.table(name)} (${sql.ref(name)}, rank) values ('merge', ${count})`.execute(trx)
    return (await countChanges(trx)) - before
  })
  await sleep(pause)
  return changes > 1
}

async function countChanges(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(db)
  return rows[0]?.changes ?? 0
}
