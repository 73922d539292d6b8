import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'

/**
 * Renames columns to standard terms, and indexes unfinished replies by a column that does not change: an index on
 * `updated_at` makes PostgreSQL write every index of `messages` again at each flush of a partial reply (no HOT update).
 */
export async function up(db: Kysely<Database>): Promise<void> {
  const renames = [
    ['users', 'is_house', 'is_system'],
    ['characters', 'cast_slug', 'sample_slug'],
    ['messages', 'client_key', 'idempotency_key'],
    ['messages', 'author', 'role'],
  ] as const
  for (const [table, from, to] of renames) await db.schema.alterTable(table).renameColumn(from, to).execute()
  await db.schema.dropIndex('messages_streaming').execute()
  await sql`create index messages_streaming on messages (id) where status = 'streaming'`.execute(db)
}
