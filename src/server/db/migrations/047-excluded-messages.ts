import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'

/** Messages that the user has left out of the prompts. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema
    .alterTable('messages')
    .addColumn('is_excluded', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
