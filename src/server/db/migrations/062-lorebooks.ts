import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'

/** Lorebooks of users, where they are used, and which characters have one in their card. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema
    .createTable('lorebooks')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('owner_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('entry_count', 'integer', (c) => c.notNull())
    .addColumn('book', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('deleted_at', 'bigint')
    .execute()
  await db.schema.createIndex('lorebooks_owner').on('lorebooks').column('owner_id').execute()
  await db.schema.alterTable('conversations').addColumn('lorebooks', 'text').execute()
  await db.schema
    .alterTable('personas')
    .addColumn('lorebooks', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute()
  await db.schema
    .alterTable('characters')
    .addColumn('has_lorebook', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`update characters set has_lorebook = 1 where card like '%"character_book":{%"entries":[{%'`.execute(db)
}
