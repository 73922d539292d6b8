import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'

/** Recovery codes, and accounts pending deletion. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('users').addColumn('deletion_requested_at', 'bigint').execute()
  await db.schema
    .createTable('recovery_codes')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('recovery_codes_pk', ['user_id', 'code_hash'])
    .execute()
}
