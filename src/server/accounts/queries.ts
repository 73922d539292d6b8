import type { Insertable, Selectable } from 'kysely'
import type { OwnSessionId } from '#server/core/owned-id.ts'
import type { Account } from '#server/core/viewer.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Dialect } from '#server/db/dialect.ts'
import type { SessionsTable, UsersTable } from '#server/db/schema.ts'
import { saveSearchText } from '#server/db/search.ts'
import { normalizeSearchText } from '#server/db/search-tokens.ts'
import { statement } from '#server/db/statement.ts'

export type UserRow = Selectable<UsersTable>
export type SessionRow = Selectable<SessionsTable>

/** The columns of `Account`: everything but the password hash and what only queries use. */
const accountColumns = [
  'users.id',
  'users.username',
  'users.display_name',
  'users.player_name',
  'users.account_type',
  'users.chat_filter',
  'users.adult_confirmed_at',
  'users.deletion_requested_at',
  'users.suspended_until',
  'users.created_at',
] as const

/** Inserts a user. False when the unique index says that the username is taken. */
export async function insertUser(db: Queryable, user: Insertable<UsersTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) return false
  if (user.is_system !== 1) await saveUserSearch(db, { ...user, display_name: user.display_name ?? null })
  return true
}

/** Admins find users by their username and display name. */
async function saveUserSearch(db: Queryable, user: Pick<UserRow, 'id' | 'username' | 'display_name'>): Promise<void> {
  const text = normalizeSearchText(user.username, user.display_name ?? '')
  await saveSearchText(db, 'user_search', { targetId: user.id, scope: '', text })
}

export function findUserByKey(db: Queryable, usernameKey: string) {
  return db.selectFrom('users').selectAll().where('username_key', '=', usernameKey).executeTakeFirst()
}

export function findAccount(db: Queryable, id: string) {
  return db.selectFrom('users').select(accountColumns).where('id', '=', id).executeTakeFirst()
}

/** Only this query and `findUserByKey` read a password hash, for the check of a password. */
export async function findPasswordHash(db: Queryable, userId: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst()
  return row?.password_hash ?? null
}

export function listAccountsOfType(db: Queryable, accountType: Account['account_type']) {
  return db
    .selectFrom('users')
    .select(accountColumns)
    .where('account_type', '=', accountType)
    .orderBy('username_key')
    .execute()
}

type Changes = Partial<
  Pick<
    UserRow,
    | 'display_name'
    | 'player_name'
    | 'password_hash'
    | 'account_type'
    | 'chat_filter'
    | 'adult_confirmed_at'
    | 'deletion_requested_at'
    | 'premium_granted_at'
  >
>

export async function updateUser(db: Queryable, id: string, changes: Changes) {
  const user = await db
    .updateTable('users')
    .set(changes)
    .where('id', '=', id)
    .returning(accountColumns)
    .executeTakeFirst()
  if (user && 'display_name' in changes) await saveUserSearch(db, user)
  return user
}

/** Replaces a password hash. False when it is no longer `from`: another request has changed the password. */
export async function replacePasswordHash(
  db: Queryable,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ password_hash: to })
    .where('id', '=', userId)
    .where('password_hash', '=', from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Locks an account's row until the end of the transaction. On SQLite the single writer is the lock. */
export async function lockAccount(trx: Queryable, dialect: Dialect, id: string): Promise<void> {
  if (dialect === 'postgres') await trx.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

/**
 * The account while this is its password hash. On PostgreSQL the row is locked: a change of the password that is being
 * committed is waited for, and a later one waits for this statement. On SQLite the single writer is the lock.
 */
const accountWithPassword = (db: Queryable, dialect: Dialect, userId: string, passwordHash: string) =>
  db
    .selectFrom('users')
    .where('users.id', '=', userId)
    .where('users.password_hash', '=', passwordHash)
    .$if(dialect === 'postgres', (query) => query.forNoKeyUpdate())

/** Whether this is still the account's password hash, and stays it until the end of the transaction. */
export async function lockPasswordHash(trx: Queryable, dialect: Dialect, userId: string, passwordHash: string) {
  const row = await accountWithPassword(trx, dialect, userId, passwordHash).select('users.id').executeTakeFirst()
  return row !== undefined
}

/** Inserts a session while `passwordHash` is the account's; false when the password was changed in the meantime. */
export async function insertSession(
  db: Queryable,
  dialect: Dialect,
  { id, secret_hash, user_id, created_at, last_seen_at, user_agent }: SessionRow,
  passwordHash: string,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sessions')
    .columns(['id', 'secret_hash', 'user_id', 'created_at', 'last_seen_at', 'user_agent'])
    .expression(
      accountWithPassword(db, dialect, user_id, passwordHash).select((eb) => [
        eb.val(id).as('id'),
        eb.val(secret_hash).as('secret_hash'),
        'users.id as user_id',
        eb.val(created_at).as('created_at'),
        eb.val(last_seen_at).as('last_seen_at'),
        eb.val(user_agent).as('user_agent'),
      ]),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * A session and its account, in one read. Comparing the secret's hash in SQL leaks nothing by its timing: a caller
 * cannot choose the bytes of a SHA-256.
 */
export async function findSession(db: Queryable, id: string, secretHash: string) {
  const { rows } = await selectSession(db, { id, secretHash })
  return rows[0]
}

const selectSession = statement((db: Queryable, args: { id: string; secretHash: string }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      ...accountColumns,
      'sessions.id as session_id',
      'sessions.created_at as session_created_at',
      'sessions.last_seen_at',
    ])
    .where('sessions.id', '=', args.id)
    .where('sessions.secret_hash', '=', args.secretHash)
    .$narrowType<{ session_id: OwnSessionId }>(),
)

export async function touchSession(db: Queryable, id: OwnSessionId, now: number): Promise<void> {
  await db.updateTable('sessions').set({ last_seen_at: now }).where('id', '=', id).execute()
}

export async function deleteSession(db: Queryable, id: OwnSessionId): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute()
}

export async function deleteSessionWithSecret(db: Queryable, id: string, secretHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).where('secret_hash', '=', secretHash).execute()
}

export async function deleteSessionsOf(db: Queryable, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
}

export async function deleteStaleSessions(db: Queryable, idleBefore: number, createdBefore: number): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('last_seen_at', '<', idleBefore), eb('created_at', '<', createdBefore)]))
    .execute()
}

/** Whether the account has a conversation with a message, deleted ones included. */
export async function hasBegunConversation(db: Queryable, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('conversations')
    .select('id')
    .where('user_id', '=', userId)
    .where('started_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
