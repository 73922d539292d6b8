import type { Context } from '#server/core/context.ts'
import type { Account, Viewer } from '#server/core/viewer.ts'
import { ApiError } from '#server/http/api-error.ts'
import {
  accountLimits,
  authMessages,
  type RecoveryCodes,
  type RecoveryCodesLeft,
  usernameKey,
} from '#shared/accounts.ts'
import { isPastUndo } from '../deletion.ts'
import { hashPassword } from '../password.ts'
import { assertStrongPassword, refuseField } from '../password-rules.ts'
import { deleteSessionsOf, findUserByKey, updateUser } from '../queries.ts'
import { checkPassword } from './check-password.ts'
import { countRecoveryCodes, hasRecoveryCode, replaceRecoveryCodes, takeRecoveryCode } from './queries.ts'
import { hashRecoveryCode, writeRecoveryCode } from './recovery-code.ts'

/** Makes new codes and forgets the old. This is the only time they are told: what is kept cannot be turned back. */
export async function makeRecoveryCodes(context: Context, viewer: Viewer, password: string): Promise<RecoveryCodes> {
  await checkPassword(context, viewer.id, password)
  const codes = Array.from({ length: accountLimits.recoveryCodes }, () =>
    writeRecoveryCode(Buffer.from(context.ids.secret(32), 'base64url')),
  )
  const createdAt = context.clock.now()
  const hashes = codes.map(hashRecoveryCode)
  await context.transact((trx) => replaceRecoveryCodes(trx, viewer.id, { hashes, createdAt }))
  return { codes, createdAt }
}

export function recoveryCodesLeft(context: Context, viewer: Viewer): Promise<RecoveryCodesLeft> {
  return countRecoveryCodes(context.db, viewer.id)
}

interface Recovery {
  username: string
  code: string
  newPassword: string
}

/** A code in place of the password. An unknown name, a wrong code and a used one are told alike. */
export async function recover(context: Context, { username, code, newPassword }: Recovery): Promise<Account> {
  if (username.trim() === '' || code.trim() === '' || newPassword === '') {
    refuseField('username', authMessages.recoverMissing)
  }
  assertStrongPassword(context, 'newPassword', newPassword)
  const found = await findUserByKey(context.db, usernameKey(username))
  const user = found && !isPastUndo(found, context.clock.now()) ? found : null
  const hash = hashRecoveryCode(code)
  const isRight = await hasRecoveryCode(context.db, user?.id ?? 'nobody', hash)
  if (!user || !isRight) throw new ApiError('invalid_recovery')
  // Before the code is spent, so that a house too busy to hash does not cost one.
  const password_hash = await hashPassword(newPassword)
  return context.transact(async (trx) => {
    if (!(await takeRecoveryCode(trx, user.id, hash))) throw new ApiError('invalid_recovery')
    await deleteSessionsOf(trx, user.id)
    return (await updateUser(trx, user.id, { password_hash })) ?? user
  })
}
