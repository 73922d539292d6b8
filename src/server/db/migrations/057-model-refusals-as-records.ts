import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'

/** One record of refusals for each model. Those of before were sentences; each is learned again with one request. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.dropTable('model_refusals').execute()
  await db.schema
    .createTable('model_refusals')
    .addColumn('base_url', 'text', (c) => c.notNull())
    .addColumn('model', 'text', (c) => c.notNull())
    .addColumn('refusals', 'text', (c) => c.notNull())
    .addColumn('learned_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('model_refusals_records_key', ['base_url', 'model'])
    .execute()
}
