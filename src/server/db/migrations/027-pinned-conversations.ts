import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'

/** Conversations that their users have pinned or archived. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('conversations').addColumn('pinned_at', 'bigint').execute()
  await db.schema.alterTable('conversations').addColumn('archived_at', 'bigint').execute()
  for (const state of ['pinned', 'archived']) {
    await sql`create index ${sql.id(`conversations_${state}`)} on conversations (user_id, updated_at desc, id desc)
      where ${sql.ref(`${state}_at`)} is not null`.execute(db)
  }
}
