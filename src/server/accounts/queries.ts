import { hash } from 'node:crypto'
import type { Insertable, Selectable, Updateable } from 'kysely'
import { type Account, accountColumns } from '#server/core/viewer.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Dialect } from '#server/db/dialect.ts'
import { deleteRows, findRow, hasRow, insertIfNew, updateRows } from '#server/db/rows.ts'
import type { UsersTable } from '#server/db/schema/accounts.ts'
import type { Database } from '#server/db/schema.ts'
import { saveSearchText } from '#server/db/search.ts'
import { normalizeSearchText } from '#server/db/search-tokens.ts'

export type UserRow = Selectable<UsersTable>

/** Inserts a user. Undefined when the unique index says that the username is taken. */
export async function insertUser(db: Queryable, user: Insertable<UsersTable>): Promise<Account | undefined> {
  const account = await db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.doNothing())
    .returning(accountColumns)
    .executeTakeFirst()
  if (account && user.is_system !== 1) await saveUserSearch(db, account)
  return account
}

/** The id of an account of the server itself, which is created on first use. Without a password hash, nobody can log in to it. */
export async function ensureSystemUser(
  db: Queryable,
  user: Pick<Insertable<UsersTable>, 'id' | 'username' | 'username_key' | 'display_name' | 'created_at'>,
): Promise<string> {
  const known = await findUserByKey(db, user.username_key)
  if (known) return known.id
  const row = { ...user, password_hash: '', account_type: 'free', is_system: 1 } as const
  if (await insertUser(db, row)) return user.id
  return (await findUserByKey(db, user.username_key))?.id ?? user.id
}

/** Whether an account that was deleted for good had this username. */
export const isRetiredUsername = (db: Queryable, usernameKey: string) =>
  hasRow(db, 'retired_usernames', { username_hash: hash('sha256', usernameKey, 'hex') })

/** Admins find users by their username and display name. */
async function saveUserSearch(db: Queryable, user: Pick<UserRow, 'id' | 'username' | 'display_name'>): Promise<void> {
  const text = normalizeSearchText(user.username, user.display_name ?? '')
  await saveSearchText(db, 'user_search', user.id, text)
}

export const findUserByKey = (db: Queryable, usernameKey: string) =>
  db.selectFrom('users').selectAll().where('username_key', '=', usernameKey).executeTakeFirst()

export const findAccount = (db: Queryable, id: string) =>
  db.selectFrom('users').select(accountColumns).where('id', '=', id).executeTakeFirst()

/** Whether an account has a password, and whether that alone logs in. */
export async function findPasswordUse(db: Queryable, userId: string) {
  const user = await findRow(db, 'users', { id: userId })
  return { hasPassword: user?.password_hash !== '', needsPasskey: user?.needs_passkey === 1 }
}

/** For the check of a password. */
export async function findPasswordHash(db: Queryable, userId: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst()
  return row?.password_hash ?? null
}

export const listStaffAccounts = (db: Queryable) =>
  db
    .selectFrom('users')
    .select(accountColumns)
    .where((eb) => eb.or([eb('account_type', '=', 'admin'), eb('is_moderator', '=', 1)]))
    .orderBy('username_key')
    .execute()

export async function updateUser(db: Queryable, id: string, changes: Updateable<UsersTable>) {
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
export const replacePasswordHash = (db: Queryable, userId: string, { from, to }: { from: string; to: string }) =>
  updateRows(db, 'users', { id: userId, password_hash: from }, { password_hash: to })

/** The ids of the admins who can act, locked until the end of the transaction. On SQLite the single writer is the lock. */
export async function lockAdmins(trx: Queryable, dialect: Dialect, now: number): Promise<string[]> {
  const admins = await trx
    .selectFrom('users')
    .select(['id', 'deletion_requested_at', 'suspended_until'])
    .where('account_type', '=', 'admin')
    .orderBy('id')
    .$if(dialect === 'postgres', (query) => query.forNoKeyUpdate())
    .execute()
  return admins
    .filter((row) => row.deletion_requested_at === null && (row.suspended_until ?? 0) <= now)
    .map(({ id }) => id)
}

/** Locks an account's row until the end of the transaction. On SQLite the single writer is the lock. */
export async function lockAccount(trx: Queryable, dialect: Dialect, id: string): Promise<void> {
  if (dialect === 'postgres') await trx.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

/**
 * The account if this is its password hash. On PostgreSQL the row is locked, so that this waits for a change of the
 * password that is being committed, and later changes wait for this. On SQLite the single writer is the lock.
 */
export const accountWithPassword = (db: Queryable, dialect: Dialect, userId: string, passwordHash: string) =>
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

/** Records that a token was used. False when it was used before. */
export const insertUsedToken = (db: Queryable, token: { id: string; expires_at: number }) =>
  insertIfNew(db, 'used_tokens', token)

export const deleteExpiredTokens = (db: Queryable, now: number) =>
  db.deleteFrom('used_tokens').where('expires_at', '<', now).execute()

/** What mails need to know of an account. */
const mailAccounts = (db: Queryable) =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'password_hash', 'needs_passkey', 'deletion_requested_at'])
    .where('is_system', '=', 0)

export const findMailAccount = (db: Queryable, id: string) => mailAccounts(db).where('id', '=', id).executeTakeFirst()

/** Those with a confirmed address that have this username or this address: of many with one address, a few. */
export function listMailAccounts(db: Queryable, { usernameKey, email }: { usernameKey: string; email: string }) {
  return mailAccounts(db)
    .where('email', 'is not', null)
    .where((eb) => eb.or([eb('username_key', '=', usernameKey), eb('email', '=', email)]))
    .limit(5)
    .execute()
}

export const updateEmail = (db: Queryable, id: string, email: string | null) =>
  updateRows(db, 'users', { id }, { email })

/** Deletes what an account has in a table, by the column with its id: the `erase` of an `AccountDataSource`. */
export function eraseFrom<T extends keyof Database>(table: T, column: keyof Selectable<Database[T]>) {
  return async ({ db }: { db: Queryable }, userId: string): Promise<void> => {
    await deleteRows(db, table, { [column]: userId } as Partial<Selectable<Database[T]>>)
  }
}
