import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'

/** A request to stop a reply, for the instance that generates it. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('messages').addColumn('stop_requested_at', 'bigint').execute()
}
