import { isBlank } from '#engine/is-blank.ts'
import type { Context } from '#server/core/context.ts'
import { ApiError, fieldError } from '#server/http/api-error.ts'
import { authMessages, usernameKey } from '#shared/accounts.ts'
import { isPastUndo } from './deletion.ts'
import { hashPassword, needsRehash, passwordMatches } from './password.ts'
import { findUserByKey, replacePasswordHash } from './queries.ts'
import type { Authenticated } from './sessions/session.ts'

/** Checks a username and a password. An unknown username and a wrong password get the same answer in the same time. */
export async function login(context: Context, request: { username: string; password: string }): Promise<Authenticated> {
  const { username, password } = request
  if (!context.env.passwordLogin) throw new ApiError('password_login_off')
  if (isBlank(username) || password === '') throw fieldError('username', authMessages.loginMissing)
  const user = await findUserByKey(context.db, usernameKey(username))
  const canLogIn = user && user.is_system === 0 && !isPastUndo(user, context.clock.now())
  const matches = await passwordMatches(canLogIn ? user.password_hash : null, password)
  if (!matches || !user) throw new ApiError('invalid_credentials')
  if (user.needs_passkey === 1) throw new ApiError('passkey_required')
  const { password_hash } = user
  if (!needsRehash(password_hash)) return { account: user, passwordHash: password_hash }
  const rehashed = await hashPassword(password)
  const isReplaced = await replacePasswordHash(context.db, user.id, { from: password_hash, to: rehashed })
  if (!isReplaced) throw new ApiError('invalid_credentials')
  return { account: user, passwordHash: rehashed }
}
