import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'

/** Up to when an account has seen its notices. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('notices_seen_at', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
}
