import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'

/** Pictures that authors upload or generate. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema
    .createTable('images')
    .addColumn('id', 'text', (c) => c.primaryKey())
    // The rows of a deleted account remain without an owner: they name the files to delete.
    .addColumn('owner_id', 'text', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('bytes', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('images_owner').on('images').column('owner_id').execute()
  await db.schema.createIndex('images_created').on('images').column('created_at').execute()
  // For the sweep, which asks whether a character uses a picture. Built-in portraits are not in this index.
  await sql`create index characters_uploaded_avatar on characters (avatar) where avatar like '/files/%'`.execute(db)
}
