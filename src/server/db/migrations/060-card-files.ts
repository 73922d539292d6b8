import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Database } from '../schema.ts'

/** The files that came with a character card, such as pictures of the character, as a ZIP archive. */
export async function up(db: Kysely<Database>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('card_files')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('owner_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('archive', dialect === 'postgres' ? 'bytea' : 'blob', (c) => c.notNull())
    .addColumn('bytes', 'integer', (c) => c.notNull())
    .addColumn('avatar', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('card_files_owner').on('card_files').column('owner_id').execute()
  await db.schema
    .alterTable('characters')
    .addColumn('card_file', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await sql`create index characters_card_file on characters (card_file) where card_file <> ''`.execute(db)
}
