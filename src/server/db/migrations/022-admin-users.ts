import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Database } from '../schema.ts'
import { normalizeSearchText } from '../search-tokens.ts'
import { createIndex, createTable } from './016-search-index.ts'

/** Premium that an admin gave, and what the lists and figures of the admin pages are read from. */
export async function up(db: Kysely<Database>, dialect: Dialect): Promise<void> {
  await db.schema.alterTable('users').addColumn('premium_granted_at', 'bigint').execute()
  await createTable(db, dialect, 'user_search', 'users')
  await addUsers(db)
  await createIndex(db, dialect, 'user_search')
  await sql`create index users_account_type on users (account_type, id)`.execute(db)
  await sql`create index users_suspended on users (id) where suspended_until is not null`.execute(db)
  await sql`create index users_deletion on users (id) where deletion_requested_at is not null`.execute(db)
  await sql`create index sessions_last_seen on sessions (last_seen_at)`.execute(db)
}

const batchSize = 2_000

async function addUsers(db: Kysely<Database>): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('users')
      .select(['id', 'username', 'display_name'])
      .where('is_system', '=', 0)
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchSize)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    after = last.id
    const values = rows.map(({ id, username, display_name }) => ({
      target_id: id,
      scope: '',
      text: normalizeSearchText(username, display_name ?? ''),
    }))
    await db.insertInto('user_search').values(values).execute()
  }
}
