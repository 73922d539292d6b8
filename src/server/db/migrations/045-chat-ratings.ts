import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'

/** Authors say how far the rating of a chat with their character may be raised, and users raise it for a conversation. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema
    .alterTable('characters')
    .addColumn('max_chat_rating', 'text', (c) => c.notNull().defaultTo('general'))
    .execute()
  await sql`update characters set max_chat_rating = 'mature' where sample_slug is not null`.execute(db)
  await db.schema.alterTable('conversations').addColumn('content_rating', 'text').execute()
}
