import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'

/**
 * What imports, copies, histories and edits have stored in a conversation. Older conversations count as 0: which of their
 * messages were copied or edited away is not recorded, and reading all messages would take too long.
 */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema
    .alterTable('conversations')
    .addColumn('added_bytes', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`create index conversations_added on conversations (user_id, added_bytes) where added_bytes > 0`.execute(db)
}
