import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'

/** The image generator that an admin has connected, and what accounts have generated. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema
    .createTable('image_connection')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('service', 'text', (c) => c.notNull())
    .addColumn('base_url', 'text', (c) => c.notNull())
    .addColumn('encrypted_key', 'text')
    .addColumn('model', 'text')
    .addColumn('size', 'integer', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('generated_pictures')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('owner_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('prompt', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('generated_pictures_owner').on('generated_pictures').columns(['owner_id', 'id']).execute()
  await db.schema.createIndex('generated_pictures_url').on('generated_pictures').column('url').execute()
}
