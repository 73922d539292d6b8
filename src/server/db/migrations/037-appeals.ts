import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'

/**
 * Several decisions about one target can be appealed at the same time: `flags_one_appeal` already allows one appeal for each.
 * Requests for the review of a rule refer to no decision, and share a flag as reports do.
 */
export async function up(db: Kysely<Database>): Promise<void> {
  await sql`drop index flags_one_open`.execute(db)
  await sql`create unique index flags_one_open on flags (target_type, target_id, category)
    where status in ('open', 'acknowledged') and (category <> 'appeal' or previous_flag_id is null)`.execute(db)
}
