import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'

/** How many of a day's messages were refunded. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema
    .alterTable('daily_messages')
    .addColumn('refunded', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
