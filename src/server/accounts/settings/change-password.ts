import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { queueMail } from '../mail/mail-queue.ts'
import { hashPassword } from '../password.ts'
import { assertStrongPassword } from '../password-rules.ts'
import { replacePasswordHash } from '../queries.ts'
import { deleteLoginsOf } from '../sessions/queries.ts'
import { checkPassword, wrongPassword } from './check-password.ts'
import { deleteRecoveryCodes } from './queries.ts'

/**
 * Changes the password and ends all that the old one opened: the account's sessions, the viewer's own included (the
 * caller starts a new one), and its recovery codes, which somebody who knew the password may have created.
 */
export async function changePassword(
  context: Context,
  viewer: Viewer,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<{ passwordHash: string; recoveryCodesEnded: number }> {
  assertStrongPassword(context, 'newPassword', newPassword)
  const from = await checkPassword(context, viewer, currentPassword, 'currentPassword')
  const to = await hashPassword(newPassword)
  return context.transact(async (trx) => {
    if (!(await replacePasswordHash(trx, viewer.id, { from, to }))) throw wrongPassword('currentPassword')
    await deleteLoginsOf(trx, viewer.id)
    await queueMail(context, trx, { type: 'password-changed', userId: viewer.id })
    return { passwordHash: to, recoveryCodesEnded: await deleteRecoveryCodes(trx, viewer.id) }
  })
}
