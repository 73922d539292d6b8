import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'

/** What a message is a copy of, so that it can be removed with it. Of older copies this is not known. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('messages').addColumn('copied_from', 'text').execute()
  await sql`create index messages_copied_from on messages (copied_from) where copied_from is not null`.execute(db)
}
