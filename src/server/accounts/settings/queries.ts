import { hash } from 'node:crypto'
import type { OwnSessionId } from '#server/core/owned-id.ts'
import type { Queryable } from '#server/db/database.ts'
import { deleteRows, hasRow } from '#server/db/rows.ts'
import type { RecoveryCodesLeft } from '#shared/accounts.ts'
import { ensureSystemUser } from '../queries.ts'
import type { SessionRow } from '../sessions/queries.ts'

export async function replaceRecoveryCodes(
  db: Queryable,
  userId: string,
  { hashes, createdAt }: { hashes: string[]; createdAt: number },
): Promise<void> {
  await deleteRecoveryCodes(db, userId)
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash, created_at: createdAt })))
    .execute()
}

/** Returns the number of deleted codes. */
export const deleteRecoveryCodes = (db: Queryable, userId: string) =>
  deleteRows(db, 'recovery_codes', { user_id: userId })

export async function countRecoveryCodes(db: Queryable, userId: string): Promise<RecoveryCodesLeft> {
  const { remaining, createdAt } = await db
    .selectFrom('recovery_codes')
    .select((eb) => [eb.fn.countAll<number>().as('remaining'), eb.fn.max('created_at').as('createdAt')])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return { remaining: Number(remaining), createdAt: createdAt === null ? null : Number(createdAt) }
}

export const hasRecoveryCode = (db: Queryable, userId: string, hash: string) =>
  hasRow(db, 'recovery_codes', { user_id: userId, code_hash: hash })

/** Uses up a code. False when it was used before: of two requests with the same code, one deletes the row. */
export const takeRecoveryCode = (db: Queryable, userId: string, hash: string) =>
  deleteRows(db, 'recovery_codes', { user_id: userId, code_hash: hash })

/** The valid sessions of an account, the most recently used first. */
export function listSessions(
  db: Queryable,
  userId: string,
  { idleBefore, createdBefore }: { idleBefore: number; createdBefore: number },
): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('last_seen_at', '>=', idleBefore)
    .where('created_at', '>=', createdBefore)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute()
}

export const deleteOwnSession = (db: Queryable, userId: string, id: string) =>
  deleteRows(db, 'sessions', { user_id: userId, id })

export const deleteOtherSessions = (db: Queryable, userId: string, currentId: OwnSessionId) =>
  db.deleteFrom('sessions').where('user_id', '=', userId).where('id', '!=', currentId).execute()

/** Accounts whose deletion was requested by `requestedBefore`. */
export const listAccountsToPurge = (db: Queryable, requestedBefore: number) =>
  db
    .selectFrom('users')
    .select('id')
    .where('deletion_requested_at', '<=', requestedBefore)
    .orderBy('deletion_requested_at')
    .execute()

/** Deletes an account for good. Its username cannot be registered again. */
export async function deleteUser(db: Queryable, id: string): Promise<void> {
  const deleted = await db.deleteFrom('users').where('id', '=', id).returning('username_key').executeTakeFirst()
  if (!deleted) return
  const retired = { username_hash: hash('sha256', deleted.username_key, 'hex') }
  await db.insertInto('retired_usernames').values(retired).execute()
}

/** Stored in existing databases. Nobody can register it: usernames hold no control characters. */
const formerUserKey = '\u0001departed'

/**
 * The system account that owns the characters of purged accounts which other accounts' conversations still need. Returns its id.
 */
export const ensureFormerUserAccount = (db: Queryable, { id, now }: { id: string; now: number }) =>
  ensureSystemUser(db, { id, username: 'Deleted user', username_key: formerUserKey, created_at: now })
