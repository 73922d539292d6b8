import type { Updateable } from 'kysely'
import type { Context } from '#server/core/context.ts'
import type { Account, Viewer } from '#server/core/viewer.ts'
import type { UsersTable } from '#server/db/schema/accounts.ts'
import { orNotFound } from '#server/http/api-error.ts'
import { updateUser } from './queries.ts'

/** Changes fields of the viewer's own account. */
export async function updateAccount(
  context: Context,
  viewer: Viewer,
  changes: Updateable<UsersTable>,
): Promise<Account> {
  return orNotFound(await context.transact((trx) => updateUser(trx, viewer.id, changes)))
}
