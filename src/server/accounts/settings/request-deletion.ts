import type { Context, Queryable } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { accountLimits } from '#shared/accounts.ts'
import type { AccountDataSource } from '../account-data-source.ts'
import { assertOtherAdmin } from '../last-admin.ts'
import { updateUser } from '../queries.ts'
import { deleteLoginsOf } from '../sessions/queries.ts'
import { checkPassword, transactWithPassword } from './check-password.ts'

const lastAdmin =
  'You are the only admin who can act. Make somebody else an admin first (Admin → Users), then delete your account.'

/**
 * Marks the account for deletion: its sessions end and its public characters are hidden at once. Its data stays until
 * the returned time; until then the owner can log in and undo the deletion.
 */
export async function requestDeletion(
  context: Context,
  viewer: Viewer,
  { password, accountData }: { password: string; accountData: AccountDataSource[] },
): Promise<number> {
  const passwordHash = await checkPassword(context, viewer, password)
  const assertBefore = (trx: Queryable) => assertOtherAdmin(context, trx, viewer.id, lastAdmin)
  // Before anything is cancelled, and again under a lock.
  await context.transact(assertBefore)
  for (const source of accountData) await source.beforeDeletion?.(context, viewer.id)
  const now = context.clock.now()
  await transactWithPassword(context, { id: viewer.id, passwordHash, assertBefore }, async (trx) => {
    await updateUser(trx, viewer.id, { deletion_requested_at: now })
    await deleteLoginsOf(trx, viewer.id)
  })
  return now + accountLimits.deletionWindow
}
