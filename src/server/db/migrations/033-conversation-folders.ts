import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'

/** Folders that users put conversations into; a conversation is in one or in none. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema
    .createTable('conversation_folders')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_key', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('conversation_folders_name', ['user_id', 'name_key'])
    .execute()
  await db.schema
    .alterTable('conversations')
    .addColumn('folder_id', 'text', (c) => c.references('conversation_folders.id').onDelete('set null'))
    .execute()
  await sql`create index conversations_folder on conversations (folder_id, updated_at desc, id desc)
    where folder_id is not null`.execute(db)
}
