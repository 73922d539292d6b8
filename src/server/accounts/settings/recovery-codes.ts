import { createHash } from 'node:crypto'
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

/** Crockford's base 32: no letter that looks like a digit. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const groups = 7
const groupLength = 4

/** Formats at least 28 random bytes as a code of 140 bits in seven groups of four characters. */
export function formatRecoveryCode(randomBytes: Uint8Array): string {
  const characters = Array.from(
    { length: groups * groupLength },
    (_, index) => alphabet[(randomBytes[index] ?? 0) % 32],
  )
  return Array.from({ length: groups }, (_, group) =>
    characters.slice(group * groupLength, (group + 1) * groupLength).join(''),
  ).join('-')
}

/** The hash that is stored. Case, spaces and hyphens do not matter, and O counts as 0, I and L as 1. */
export function hashRecoveryCode(typed: string): string {
  const code = typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return createHash('sha256').update(code).digest('hex')
}
