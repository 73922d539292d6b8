import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'

/** What moderators write to the person whom a decision affects, and the rule that they cite. */
export async function up(db: Kysely<Database>): Promise<void> {
  const flags = db.schema.alterTable('flags')
  await flags.addColumn('reason', 'text', (c) => c.notNull().defaultTo('')).execute()
  await flags.addColumn('cited_rule', 'text').execute()
}
