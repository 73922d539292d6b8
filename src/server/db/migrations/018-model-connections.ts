import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'

/** The models that admins connect, and what each did by the hour. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema
    .createTable('model_connections')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('service', 'text', (c) => c.notNull())
    .addColumn('base_url', 'text', (c) => c.notNull())
    .addColumn('encrypted_key', 'text')
    .addColumn('model', 'text')
    .addColumn('context_tokens', 'integer')
    .addColumn('max_reply_tokens', 'integer')
    .addColumn('sampling', 'text', (c) => c.notNull())
    .addColumn('is_premium_only', 'integer', (c) => c.notNull())
    .addColumn('is_enabled', 'integer', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute()
  // One row, which every change increments: other instances compare it.
  await db.schema
    .createTable('model_connection_version')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('version', 'bigint', (c) => c.notNull())
    .execute()
  await db.insertInto('model_connection_version').values({ id: 1, version: 0 }).execute()
  await db.schema
    .createTable('model_connection_hours')
    .addColumn('connection_id', 'text', (c) => c.notNull())
    .addColumn('hour', 'integer', (c) => c.notNull())
    .addColumn('process_id', 'text', (c) => c.notNull())
    .addColumn('requests', 'integer', (c) => c.notNull())
    .addColumn('failures', 'integer', (c) => c.notNull())
    .addColumn('prompt_tokens', 'bigint', (c) => c.notNull())
    .addColumn('reply_tokens', 'bigint', (c) => c.notNull())
    .addColumn('first_tokens', 'text', (c) => c.notNull())
    .addColumn('succeeded_at', 'bigint')
    .addColumn('failed_at', 'bigint')
    .addColumn('failure', 'text')
    .addPrimaryKeyConstraint('model_connection_hours_key', ['connection_id', 'hour', 'process_id'])
    .execute()
}
