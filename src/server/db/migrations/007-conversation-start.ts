import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'

/**
 * A conversation exists before its first message. Conversations made before this migration began with a message, so
 * they count as started. The partial index serves the purge of those that never start.
 */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('conversations').addColumn('started_at', 'bigint').execute()
  await sql`update conversations set started_at = created_at`.execute(db)
  await sql`create index conversations_not_started on conversations (created_at) where started_at is null`.execute(db)
}
