import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'

/** Whether a premium account has switched the chat filter on for itself. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('chat_filter', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
