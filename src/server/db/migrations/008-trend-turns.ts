import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'

/** The last day on which an account's turn counted towards a character's trend. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema
    .createTable('trend_turns')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('character_id', 'text', (c) => c.notNull().references('characters.id').onDelete('cascade'))
    .addColumn('day', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('trend_turns_pk', ['user_id', 'character_id'])
    .execute()
  await db.schema.createIndex('trend_turns_character').on('trend_turns').column('character_id').execute()
}
