import type { Insertable, Selectable } from 'kysely'
import { accountColumns } from '#server/core/viewer.ts'
import type { Queryable } from '#server/db/database.ts'
import { countRows, deleteRows, findRow, insertIfNew, updateRows } from '#server/db/rows.ts'
import type { SignInMethodsTable } from '#server/db/schema/accounts.ts'

export type MethodRow = Selectable<SignInMethodsTable>
type Kind = MethodRow['kind']

/** False when an account has it already. */
export const insertMethod = (db: Queryable, row: Insertable<SignInMethodsTable>) =>
  insertIfNew(db, 'sign_in_methods', row)

export function listMethods(db: Queryable, userId: string): Promise<MethodRow[]> {
  const methods = db.selectFrom('sign_in_methods').selectAll()
  return methods.where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute()
}

/** The account that a method logs in, with the password hash on which its session depends. */
export const findUserOfMethod = (db: Queryable, kind: Kind, key: string) =>
  db
    .selectFrom('sign_in_methods')
    .innerJoin('users', 'users.id', 'sign_in_methods.user_id')
    .select([...accountColumns, 'users.password_hash'])
    .where('sign_in_methods.kind', '=', kind)
    .where('sign_in_methods.key', '=', key)
    .executeTakeFirst()

export const touchMethod = (db: Queryable, kind: Kind, key: string, now: number) =>
  updateRows(db, 'sign_in_methods', { kind, key }, { last_used_at: now })

export const deleteMethod = (db: Queryable, userId: string, id: string) =>
  deleteRows(db, 'sign_in_methods', { user_id: userId, id })

/** False when the account has no such passkey. */
export const renamePasskey = (db: Queryable, userId: string, id: string, name: string) =>
  updateRows(db, 'sign_in_methods', { kind: 'passkey', user_id: userId, id }, { name })

export const findMethod = (db: Queryable, kind: Kind, key: string) => findRow(db, 'sign_in_methods', { kind, key })

export const countPasskeys = (db: Queryable, userId: string) =>
  countRows(db, 'sign_in_methods', { kind: 'passkey', user_id: userId })

/** Records the use of a passkey. False when it was used meanwhile. */
export async function recordPasskeyUse(
  db: Queryable,
  key: string,
  { from, to, now }: { from: number; to: number; now: number },
): Promise<boolean> {
  const changes = { counter: to, last_used_at: now }
  return (await updateRows(db, 'sign_in_methods', { kind: 'passkey', key, counter: from }, changes)) > 0
}
