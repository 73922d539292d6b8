import { sql } from 'kysely'
import type { Queryable } from '#server/db/database.ts'
import type { Dialect } from '#server/db/dialect.ts'

/** The smallest id that is created at a time: ids begin with it, so that the primary key finds what is newer. */
function firstIdAt(time: number): string {
  const hex = Math.max(0, time).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

const countRows = (db: Queryable, from: ReturnType<typeof sql>) =>
  sql<{ count: number }>`select count(*) as count from ${from}`
    .execute(db)
    .then(({ rows }) => Number(rows[0]?.count ?? 0))

/** Users with a session that was used since `from`. Users who have logged out are not counted. */
export const countActiveUsers = (db: Queryable, from: number) =>
  countRows(db, sql`(select distinct user_id from sessions where last_seen_at >= ${from}) as seen`)

export const countNewUsers = (db: Queryable, from: number) =>
  countRows(db, sql`users where id >= ${firstIdAt(from)} and is_system = 0`)

export const countNewConversations = (db: Queryable, from: number) =>
  countRows(db, sql`conversations where id >= ${firstIdAt(from)} and started_at is not null`)

export async function countAccounts(db: Queryable) {
  const rows = await db
    .selectFrom('users')
    .select((eb) => ['account_type', eb.fn.countAll<number>().as('count')])
    .where('is_system', '=', 0)
    .groupBy('account_type')
    .execute()
  const of = (type: string) => Number(rows.find((row) => row.account_type === type)?.count ?? 0)
  return { free: of('free'), premium: of('premium'), admin: of('admin') }
}

export async function countSubscriptions(db: Queryable) {
  const rows = await db
    .selectFrom('subscriptions')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    // The condition of a partial index.
    .where('status', 'in', ['incomplete', 'active', 'trialing', 'past_due'])
    .groupBy('status')
    .execute()
  const of = (...statuses: string[]) =>
    rows.filter(({ status }) => statuses.includes(status)).reduce((total, row) => total + Number(row.count), 0)
  return { paid: of('active', 'trialing'), pastDue: of('past_due') }
}

/** The bytes of the database and of all pictures. */
export async function readSizes(db: Queryable, dialect: Dialect) {
  const database =
    dialect === 'postgres'
      ? sql`pg_database_size(current_database())`
      : sql`(select page_count * page_size from pragma_page_count(), pragma_page_size())`
  const { rows } = await sql<{ database: number; pictures: number | null }>`
    select ${database} as database, (select sum(bytes) from images) as pictures`.execute(db)
  return { database: Number(rows[0]?.database ?? 0), pictures: Number(rows[0]?.pictures ?? 0) }
}
