import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'

/** Messages of a scene that one character alone hears, with its replies. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema
    .alterTable('messages')
    .addColumn('is_whisper', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
