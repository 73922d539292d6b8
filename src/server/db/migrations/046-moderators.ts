import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'

/** Moderators who are no admins. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('is_moderator', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`create index users_moderator on users (id) where is_moderator = 1`.execute(db)
}
