import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'

/** Whether the classifier did not answer while a reply was generated. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema
    .alterTable('messages')
    .addColumn('is_unchecked', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
