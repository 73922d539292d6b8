import { sql } from 'kysely'
import type { Queryable } from '#server/db/database.ts'
import type { Dialect } from '#server/db/dialect.ts'
import type { Overview } from '#shared/overview.ts'

const day = 86_400_000

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

/** Of each of the last seven days (UTC), today last: what was created, and by how many people a conversation. */
export async function countWeek(db: Queryable, now: number): Promise<Overview['week']> {
  const today = Math.floor(now / day)
  const first = today - 6
  const newest = firstIdAt(first * day)
  const started = sql`conversations where id >= ${newest} and started_at is not null`
  const created = (figure: string, rows: ReturnType<typeof sql>, count = 'count(*)') => sql`
    select ${sql.lit(figure)} as figure, created_at / ${sql.lit(day)} as day, ${sql.raw(count)} as count from ${rows} group by 2`
  const { rows } = await sql<{ figure: keyof Overview['week']; day: number; count: number }>`
    ${created('people', started, 'count(distinct user_id)')}
    union all ${created('conversations', started)}
    union all ${created('accounts', sql`users where id >= ${newest} and is_system = 0`)}
    union all ${created('subscriptions', sql`subscriptions where created_at >= ${first * day} and status <> 'incomplete'`)}
    union all ${created('flags', sql`flags where created_at >= ${first * day}`)}`.execute(db)
  const of = (figure: keyof Overview['week']) =>
    Array.from({ length: 7 }, (_, index) =>
      Number(rows.find((row) => row.figure === figure && Number(row.day) === first + index)?.count ?? 0),
    )
  return {
    people: of('people'),
    conversations: of('conversations'),
    accounts: of('accounts'),
    subscriptions: of('subscriptions'),
    flags: of('flags'),
  }
}

/** The bytes of the database and of all images. */
export async function readSizes(db: Queryable, dialect: Dialect) {
  const database =
    dialect === 'postgres'
      ? sql`pg_database_size(current_database())`
      : sql`(select page_count * page_size from pragma_page_count(), pragma_page_size())`
  const { rows } = await sql<{ database: number; pictures: number | null }>`
    select ${database} as database, (select sum(bytes) from images) as pictures`.execute(db)
  return { database: Number(rows[0]?.database ?? 0), pictures: Number(rows[0]?.pictures ?? 0) }
}
