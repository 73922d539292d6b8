import { type Expression, type Insertable, type Selectable, type SqlBool, sql } from 'kysely'
import type { OwnSessionId } from '#server/core/owned-id.ts'
import { accountColumns, type Viewer } from '#server/core/viewer.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Dialect } from '#server/db/dialect.ts'
import { countRows, deleteRows, updateRows } from '#server/db/rows.ts'
import type { ApiKeysTable, SessionsTable } from '#server/db/schema/accounts.ts'
import { isOneOf } from '#server/db/search.ts'
import { accountWithPassword } from '../queries.ts'

export type SessionRow = Selectable<SessionsTable>

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

/** A session with its account. */
export type StoredSession = Viewer & { last_seen_at: number }

const accountSql = sql.raw(accountColumns.join(', '))
const hasWebhooks = sql`case when exists (select 1 from webhooks where webhooks.user_id = users.id) then 1 else 0 end as has_webhooks`

/** Every signed-in request reads its session, so this is written in SQL: building the query takes twice the time of running it. */
const selectSessions = (condition: Expression<SqlBool>) => sql<StoredSession>`
  select ${accountSql}, ${hasWebhooks}, sessions.id as session_id, sessions.created_at as session_created_at, sessions.last_seen_at
  from sessions join users on users.id = sessions.user_id where ${condition}`

/** Comparing the secret's hash in SQL leaks nothing by its timing: a caller cannot choose the bytes of a SHA-256. */
export async function findSession(db: Queryable, id: string, secretHash: string): Promise<StoredSession | undefined> {
  const { rows } = await selectSessions(sql`sessions.id = ${id} and sessions.secret_hash = ${secretHash}`).execute(db)
  return rows[0]
}

/** Sessions by their ids, for what has proved their secrets. */
export async function listSessionsById(db: Queryable, dialect: Dialect, ids: string[]): Promise<StoredSession[]> {
  const { rows } = await selectSessions(isOneOf(dialect, ids, 'sessions.id')).execute(db)
  return rows
}

export const touchSession = (db: Queryable, id: OwnSessionId, now: number) =>
  updateRows(db, 'sessions', { id }, { last_seen_at: now })

export const deleteSession = (db: Queryable, id: OwnSessionId) => deleteRows(db, 'sessions', { id })

export const deleteSessionWithSecret = (db: Queryable, id: string, secretHash: string) =>
  deleteRows(db, 'sessions', { id, secret_hash: secretHash })

/** Ends all sessions of an account, and its API keys: whoever knew the password may have created one. */
export async function deleteLoginsOf(db: Queryable, userId: string): Promise<void> {
  await deleteRows(db, 'sessions', { user_id: userId })
  await deleteRows(db, 'api_keys', { user_id: userId })
}

export const deleteStaleSessions = (db: Queryable, idleBefore: number, createdBefore: number) =>
  db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('last_seen_at', '<', idleBefore), eb('created_at', '<', createdBefore)]))
    .execute()

export type ApiKeyRow = Selectable<ApiKeysTable>

/** An API key with its account. */
export type StoredKey = Viewer & Pick<ApiKeyRow, 'expires_at' | 'last_used_at'>

const selectKeys = (condition: Expression<SqlBool>) => sql<StoredKey>`
  select ${accountSql}, ${hasWebhooks}, api_keys.id as session_id, api_keys.created_at as session_created_at, api_keys.scope as key_scope,
    api_keys.expires_at, api_keys.last_used_at
  from api_keys join users on users.id = api_keys.user_id where ${condition}`

export async function findKey(db: Queryable, hash: string): Promise<StoredKey | undefined> {
  const { rows } = await selectKeys(sql<SqlBool>`api_keys.hash = ${hash}`).execute(db)
  return rows[0]
}

/** As `listSessionsById`. */
export async function listKeysById(db: Queryable, dialect: Dialect, ids: string[]): Promise<StoredKey[]> {
  const { rows } = await selectKeys(isOneOf(dialect, ids, 'api_keys.id')).execute(db)
  return rows
}

export async function insertKey(db: Queryable, row: Insertable<ApiKeysTable>): Promise<ApiKeyRow> {
  return db.insertInto('api_keys').values(row).returningAll().executeTakeFirstOrThrow()
}

export function listKeys(db: Queryable, userId: string): Promise<ApiKeyRow[]> {
  const keys = db.selectFrom('api_keys').selectAll().where('user_id', '=', userId)
  return keys.orderBy('created_at', 'desc').orderBy('id').execute()
}

export const countKeys = (db: Queryable, userId: string) => countRows(db, 'api_keys', { user_id: userId })

export const touchKey = (db: Queryable, id: string, now: number) =>
  updateRows(db, 'api_keys', { id }, { last_used_at: now })

export const deleteKey = (db: Queryable, userId: string, id: string) =>
  deleteRows(db, 'api_keys', { user_id: userId, id })
