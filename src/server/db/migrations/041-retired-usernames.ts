import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'

/** The usernames of purged accounts, as hashes: nobody can register one and be taken for its former owner. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema
    .createTable('retired_usernames')
    .addColumn('username_hash', 'text', (c) => c.primaryKey())
    .execute()
}
