import { isBlank } from '#engine/is-blank.ts'
import type { Context, Queryable } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, fieldError } from '#server/http/api-error.ts'
import { accountLimits, authMessages, type RecoveryCodes, usernameKey } from '#shared/accounts.ts'
import { isPastUndo } from '../deletion.ts'
import { queueMail } from '../mail/mail-queue.ts'
import { hashPassword } from '../password.ts'
import { assertStrongPassword } from '../password-rules.ts'
import { findUserByKey, updateUser } from '../queries.ts'
import { deleteLoginsOf } from '../sessions/queries.ts'
import type { Authenticated } from '../sessions/session.ts'
import { checkPassword, transactWithPassword } from './check-password.ts'
import { hasRecoveryCode, replaceRecoveryCodes, takeRecoveryCode } from './queries.ts'
import { formatRecoveryCode, hashRecoveryCode } from './recovery-code.ts'

/** Creates new codes and deletes the old ones. Only hashes are stored, so this is the only time the codes are shown. */
export async function createRecoveryCodes(context: Context, viewer: Viewer, password: string): Promise<RecoveryCodes> {
  const passwordHash = await checkPassword(context, viewer, password)
  const codes = Array.from({ length: accountLimits.recoveryCodes }, () => createCode(context))
  const createdAt = context.clock.now()
  const hashes = codes.map(hashRecoveryCode)
  await transactWithPassword(context, { id: viewer.id, passwordHash }, (trx) =>
    replaceRecoveryCodes(trx, viewer.id, { hashes, createdAt }),
  )
  return { codes, createdAt }
}

const createCode = ({ ids }: Context) => formatRecoveryCode(Buffer.from(ids.secret(32), 'base64url'))

/** Creates one code for somebody who has lost password and codes; the lost codes stop working. */
export async function issueRecoveryCode(context: Context, trx: Queryable, userId: string): Promise<string> {
  const code = createCode(context)
  await replaceRecoveryCodes(trx, userId, { hashes: [hashRecoveryCode(code)], createdAt: context.clock.now() })
  return code
}

interface Recovery {
  username: string
  code: string
  newPassword: string
}

/** Sets a new password with a recovery code. An unknown username, a wrong code and a used code get the same answer. */
export async function recover(context: Context, { username, code, newPassword }: Recovery): Promise<Authenticated> {
  if (!context.env.passwordLogin) throw new ApiError('password_login_off')
  if (isBlank(username) || isBlank(code) || newPassword === '') {
    throw fieldError('username', authMessages.recoverMissing)
  }
  assertStrongPassword(context, 'newPassword', newPassword)
  const found = await findUserByKey(context.db, usernameKey(username))
  const user = found && !isPastUndo(found, context.clock.now()) ? found : null
  const hash = hashRecoveryCode(code)
  // An unknown username costs the same read.
  const isValid = await hasRecoveryCode(context.db, user?.id ?? 'unknown', hash)
  if (!user || !isValid) throw new ApiError('invalid_recovery')
  // Before the code is used up, so that a server too busy to hash does not cost a code.
  const passwordHash = await hashPassword(newPassword)
  return context.transact(async (trx) => {
    if (!(await takeRecoveryCode(trx, user.id, hash))) throw new ApiError('invalid_recovery')
    await deleteLoginsOf(trx, user.id)
    await queueMail(context, trx, { type: 'password-changed', userId: user.id })
    // The passkey may be lost too.
    const account = (await updateUser(trx, user.id, { password_hash: passwordHash, needs_passkey: 0 })) ?? user
    return { account, passwordHash }
  })
}
