import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'

/** Pictures that authors bring or have drawn. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema
    .createTable('images')
    .addColumn('id', 'text', (c) => c.primaryKey())
    // An account that goes leaves its rows behind, ownerless: they say which files are to be removed.
    .addColumn('owner_id', 'text', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('bytes', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('images_owner').on('images').column('owner_id').execute()
  await db.schema.createIndex('images_created').on('images').column('created_at').execute()
  // The sweep asks who wears a picture; characters with a drawn portrait or none stay out of this index.
  await sql`create index characters_uploaded_avatar on characters (avatar) where avatar like '/files/%'`.execute(db)
}
