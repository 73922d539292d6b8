import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'

const day = 86_400_000

/** Conversations that are purged unless they get a reply, and an index for the purge of deleted ones. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('conversations').addColumn('expires_at', 'bigint').execute()
  await sql`update conversations set expires_at = created_at + ${sql.lit(day)} where started_at is null`.execute(db)
  await db.schema.dropIndex('conversations_not_started').execute()
  await sql`create index conversations_expiry on conversations (expires_at) where expires_at is not null`.execute(db)
  await sql`create index conversations_provisional on conversations (user_id, created_at) where expires_at is not null`.execute(
    db,
  )
  await sql`create index conversations_deleted on conversations (deleted_at) where deleted_at is not null`.execute(db)
}
