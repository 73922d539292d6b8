import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { hashPassword } from '../password.ts'
import { assertStrongPassword } from '../password-rules.ts'
import { deleteSessionsOf, updateUser } from '../queries.ts'
import { checkPassword } from './check-password.ts'

/** Changes the password and ends all sessions of the account, the viewer's own included: the caller starts a new one. */
export async function changePassword(
  context: Context,
  viewer: Viewer,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<void> {
  assertStrongPassword(context, 'newPassword', newPassword)
  await checkPassword(context, viewer.id, currentPassword, 'currentPassword')
  const password_hash = await hashPassword(newPassword)
  await context.transact(async (trx) => {
    await updateUser(trx, viewer.id, { password_hash })
    await deleteSessionsOf(trx, viewer.id)
  })
}
