import { type SelectQueryBuilder, sql } from 'kysely'
import { allOf } from '#server/db/all-of.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Dialect } from '#server/db/dialect.ts'
import { countRows } from '#server/db/rows.ts'
import { isOneOf, type SearchQuery, searchList, searchWords, textContains } from '#server/db/search.ts'
import type { AdminUserQuery } from '#shared/users.ts'

/** Users without the accounts of the server itself. */
const selectUsers = (db: Queryable) =>
  db
    .selectFrom('users')
    .select([
      'users.id',
      'users.username',
      'users.display_name',
      'users.account_type',
      'users.is_moderator',
      'users.premium_granted_at',
      'users.suspended_until',
      'users.deletion_requested_at',
      'users.created_at',
    ])
    .select((eb) =>
      eb
        .selectFrom('sessions')
        .select((session) => session.fn.max('last_seen_at').as('last'))
        .whereRef('sessions.user_id', '=', 'users.id')
        .as('last_seen_at'),
    )
    .where('users.is_system', '=', 0)

export type ListedUser = Awaited<ReturnType<typeof readPage>>[number]

type UserFilters = Pick<AdminUserQuery, 'plan' | 'state' | 'limit'> & {
  search: string
  /** The last id of the page before. */
  after: string | null
  now: number
}

/** A page of users, the newest first. With a search, those whose names contain all its words. */
export async function listUsers(db: Queryable, dialect: Dialect, filters: UserFilters): Promise<ListedUser[]> {
  const words = searchWords(filters.search)
  const { limit } = filters
  if (words.length === 0) return readPage(db, sortIds(selectListed(db, filters), limit))
  const search: SearchQuery = { db, dialect, table: 'user_search', words, limit }
  return searchList(search, (from) => {
    if ('found' in from) {
      return readPage(db, sortIds(selectListed(db, filters).where(isOneOf(dialect, from.found)), limit))
    }
    const listed = sortIds(selectListed(db, filters), from.first).as('listed')
    const matching = db.selectFrom(listed).select('listed.id').where(textContains(search, 'listed.id'))
    return readPage(db, matching.orderBy('listed.id', 'desc').limit(limit))
  })
}

const selectListed = (db: Queryable, { plan, state, after, now }: UserFilters) =>
  db
    .selectFrom('users')
    .select('users.id')
    .where('is_system', '=', 0)
    .where((eb) =>
      allOf(eb, [
        plan !== undefined && eb('account_type', '=', plan),
        state === 'moderator' && eb('is_moderator', '=', sql.lit(1)),
        state === 'suspended' && eb('suspended_until', '>', now),
        state === 'deletion' && eb('deletion_requested_at', 'is not', null),
        after !== null && eb('users.id', '<', after),
      ]),
    )

/** Ids grow with time. */
const sortIds = (listed: ReturnType<typeof selectListed>, limit: number) =>
  listed.orderBy('users.id', 'desc').limit(limit)

/** Two statements: with a join, planners read the sessions of all users first. */
async function readPage<DB>(db: Queryable, ids: SelectQueryBuilder<DB, keyof DB, { id: string }>) {
  const page = (await ids.execute()).map(({ id }) => id)
  if (page.length === 0) return []
  return selectUsers(db).where('users.id', 'in', page).orderBy('users.id', 'desc').execute()
}

/** A user, unless it is an account of the server itself. */
export function findRegularUser(db: Queryable, id: string): Promise<ListedUser | undefined> {
  return selectUsers(db).where('users.id', '=', id).executeTakeFirst()
}

/** How much an account has, and the state of its subscription. */
export async function readFigures(db: Queryable, userId: string) {
  const count = (table: 'characters' | 'conversations', owner: 'owner_id' | 'user_id') =>
    sql<number>`(select count(*) from ${sql.table(table)} where ${sql.ref(owner)} = ${userId} and deleted_at is null)`
  const { rows } = await sql<{ characters: number; conversations: number; strikes: number; status: string | null }>`
    select ${count('characters', 'owner_id')} as characters, ${count('conversations', 'user_id')} as conversations,
      (select count(*) from flags where subject_id = ${userId} and strike = 1 and reversed_at is null) as strikes,
      (select status from subscriptions where user_id = ${userId} order by id desc limit 1) as status`.execute(db)
  const [row] = rows
  return {
    characters: Number(row?.characters ?? 0),
    conversations: Number(row?.conversations ?? 0),
    strikes: Number(row?.strikes ?? 0),
    subscription: row?.status ?? null,
  }
}

export const countSessions = (db: Queryable, userId: string) => countRows(db, 'sessions', { user_id: userId })
