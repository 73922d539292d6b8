import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'

/** The replies that the classifier has still to look at, few among all messages. */
export async function up(db: Kysely<Database>): Promise<void> {
  await sql`create index messages_unchecked on messages (id) where is_unchecked = 1`.execute(db)
}
