import { type Expression, type Selectable, type SqlBool, sql } from 'kysely'
import type { OwnSessionId } from '#server/core/owned-id.ts'
import type { Viewer } from '#server/core/viewer.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Dialect } from '#server/db/dialect.ts'
import type { SessionsTable } from '#server/db/schema/accounts.ts'
import { isOneOf } from '#server/db/search.ts'
import { accountColumns, accountWithPassword } from '../queries.ts'

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

/** Deletes all but the `kept` sessions of an account that were used last. */
export async function deleteExcessSessions(db: Queryable, userId: string, kept: number): Promise<void> {
  const excess = db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .offset(kept)
    // SQLite has no offset without a limit.
    .limit(1_000)
  await db.deleteFrom('sessions').where('id', 'in', excess).execute()
}

/** A session with its account. */
export type StoredSession = Viewer & { last_seen_at: number }

const accountSql = sql.raw(accountColumns.join(', '))

/** Every signed-in request reads its session, so this is written in SQL: building the query takes twice the time of running it. */
const selectSessions = (condition: Expression<SqlBool>) => sql<StoredSession>`
  select ${accountSql}, sessions.id as session_id, sessions.created_at as session_created_at, sessions.last_seen_at
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
