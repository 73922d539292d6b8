import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'

/** Why the model ended a reply. Replies written before this migration have no reason. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('messages').addColumn('finish', 'text').execute()
}
