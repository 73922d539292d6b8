import type { Insertable, Selectable } from 'kysely'
import { accountColumns } from '#server/core/viewer.ts'
import type { Queryable } from '#server/db/database.ts'
import { countRows, deleteRows, findRow, insertIfNew, updateRows } from '#server/db/rows.ts'
import type { SignInMethodsTable } from '#server/db/schema/accounts.ts'

export type MethodRow = Selectable<SignInMethodsTable>
type Kind = MethodRow['kind']

/** False when an account has it already. */
export function insertMethod(db: Queryable, row: Insertable<SignInMethodsTable>): Promise<boolean> {
  return insertIfNew(db, 'sign_in_methods', row)
}

export function listMethods(db: Queryable, userId: string): Promise<MethodRow[]> {
  const methods = db.selectFrom('sign_in_methods').selectAll()
  return methods.where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute()
}

/** The account that a method logs in, with the password hash on which its session depends. */
export function findUserOfMethod(db: Queryable, kind: Kind, key: string) {
  return db
    .selectFrom('sign_in_methods')
    .innerJoin('users', 'users.id', 'sign_in_methods.user_id')
    .select([...accountColumns, 'users.password_hash'])
    .where('sign_in_methods.kind', '=', kind)
    .where('sign_in_methods.key', '=', key)
    .executeTakeFirst()
}

export async function touchMethod(db: Queryable, kind: Kind, key: string, now: number): Promise<void> {
  await updateRows(db, 'sign_in_methods', { kind, key }, { last_used_at: now })
}

export async function deleteMethod(db: Queryable, userId: string, id: string): Promise<boolean> {
  return (await deleteRows(db, 'sign_in_methods', { user_id: userId, id })) > 0
}

/** False when the account has no such passkey. */
export async function renamePasskey(db: Queryable, userId: string, id: string, name: string): Promise<boolean> {
  return (await updateRows(db, 'sign_in_methods', { kind: 'passkey', user_id: userId, id }, { name })) > 0
}

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
