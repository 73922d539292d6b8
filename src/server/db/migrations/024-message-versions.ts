import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'

/** What choosing, deleting and editing versions of messages needs to remember. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('messages').addColumn('last_leaf_id', 'text').execute()
  await db.schema.alterTable('messages').addColumn('hidden_by', 'text').execute()
  await db.schema
    .alterTable('messages')
    .addColumn('is_edited', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
