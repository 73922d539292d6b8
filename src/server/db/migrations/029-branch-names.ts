import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'

/** Names of branches, each on the message at which its branch begins. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('messages').addColumn('branch_name', 'text').execute()
}
