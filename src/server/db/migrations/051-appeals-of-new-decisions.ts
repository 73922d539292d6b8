import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'

/** One undecided appeal a decision: where a decision was undone and made anew, it can be appealed again. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.dropIndex('flags_one_appeal').execute()
  await sql`create unique index flags_one_appeal on flags (previous_flag_id)
    where category = 'appeal' and status in ('open', 'acknowledged')`.execute(db)
}
