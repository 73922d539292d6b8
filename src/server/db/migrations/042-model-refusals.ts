import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'

/** What model services have rejected, so that no instance has to learn it again. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema
    .createTable('model_refusals')
    .addColumn('base_url', 'text', (c) => c.notNull())
    .addColumn('model', 'text', (c) => c.notNull())
    .addColumn('refusal', 'text', (c) => c.notNull())
    .addColumn('value', 'integer', (c) => c.notNull())
    .addColumn('learned_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('model_refusals_key', ['base_url', 'model', 'refusal'])
    .execute()
}
