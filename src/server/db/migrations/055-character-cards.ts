import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'

/** The character card from which a character was imported, as JSON: what the product does not use is exported again. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema
    .alterTable('characters')
    .addColumn('card', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
}
