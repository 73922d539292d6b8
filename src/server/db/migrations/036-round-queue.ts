import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'

/** Who still speaks in a round, so that one that a restart has cut off can go on. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('messages').addColumn('round_queue', 'text').execute()
}
