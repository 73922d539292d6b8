import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'

/** What the models cost, and settings that admins change in the browser. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema
    .alterTable('model_connections')
    .addColumn('prices', 'text', (c) => c.notNull().defaultTo('{}'))
    .execute()
  for (const column of ['free_cost', 'premium_cost']) {
    await db.schema
      .alterTable('model_connection_hours')
      .addColumn(column, 'double precision', (c) => c.notNull().defaultTo(0))
      .execute()
  }
  await db.schema
    .createTable('instance_settings')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute()
}
