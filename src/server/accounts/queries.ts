import type { Insertable, Selectable } from 'kysely'
import type { Queryable } from '#server/db/database.ts'
import type { SessionsTable, UsersTable } from '#server/db/schema.ts'
import { isUniqueViolation } from '#server/db/unique-violation.ts'

export type UserRow = Selectable<UsersTable>
export type SessionRow = Selectable<SessionsTable>

/** Inserts a user, or answers false where the unique index says the name is taken. */
export async function insertUser(db: Queryable, user: Insertable<UsersTable>): Promise<boolean> {
  try {
    await db.insertInto('users').values(user).execute()
    return true
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}

export function findUserByKey(db: Queryable, usernameKey: string) {
  return db.selectFrom('users').selectAll().where('username_key', '=', usernameKey).executeTakeFirst()
}

export function listUsersOfType(db: Queryable, accountType: UserRow['account_type']) {
  return db.selectFrom('users').selectAll().where('account_type', '=', accountType).orderBy('username_key').execute()
}

type Changes = Partial<
  Pick<UserRow, 'display_name' | 'password_hash' | 'account_type' | 'adult_confirmed_at' | 'deletion_requested_at'>
>

export function updateUser(db: Queryable, id: string, changes: Changes) {
  return db.updateTable('users').set(changes).where('id', '=', id).returningAll().executeTakeFirst()
}

export async function insertSession(db: Queryable, session: SessionRow): Promise<void> {
  await db.insertInto('sessions').values(session).execute()
}

/** A session and whose it is, in one read: this runs on every request. */
export async function findSession(db: Queryable, id: string) {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .selectAll('users')
    .select([
      'sessions.id as session_id',
      'sessions.secret_hash',
      'sessions.created_at as session_created_at',
      'sessions.last_seen_at',
    ])
    .where('sessions.id', '=', id)
    .executeTakeFirst()
  return row
}

export async function touchSession(db: Queryable, id: string, now: number): Promise<void> {
  await db.updateTable('sessions').set({ last_seen_at: now }).where('id', '=', id).execute()
}

export async function deleteSession(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute()
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
