import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'

/** The name by which characters call a user. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('users').addColumn('player_name', 'text').execute()
}
