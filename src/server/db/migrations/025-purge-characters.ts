import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'

/** Indexes for the purge of deleted characters. The account of the sample characters has the product's name. */
export async function up(db: Kysely<Database>): Promise<void> {
  await sql`create index characters_deleted on characters (deleted_at) where deleted_at is not null`.execute(db)
  await db.schema.createIndex('conversations_character').on('conversations').column('character_id').execute()
  await sql`update users set display_name = 'Troupe' where is_system = 1 and display_name = 'troupe'`.execute(db)
}
