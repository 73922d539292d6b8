import type { Context } from '#server/core/context.ts'
import type { Account } from '#server/core/viewer.ts'
import { ApiError } from '#server/http/api-error.ts'
import { authMessages, usernameKey } from '#shared/accounts.ts'
import { isPastUndo } from './deletion.ts'
import { hashPassword, needsRehash, passwordMatches } from './password.ts'
import { findUserByKey, updateUser } from './queries.ts'

/** Checks a username and a password. An unknown username and a wrong password get the same answer in the same time. */
export async function login(context: Context, request: { username: string; password: string }): Promise<Account> {
  const { username, password } = request
  if (username.trim() === '' || password === '') {
    const message = authMessages.loginMissing
    throw new ApiError('validation_failed', { message, details: { fields: { username: message } } })
  }
  const user = await findUserByKey(context.db, usernameKey(username))
  const canLogIn = user && user.is_system === 0 && !isPastUndo(user, context.clock.now())
  const matches = await passwordMatches(canLogIn ? user.password_hash : null, password)
  if (!matches || !user) throw new ApiError('invalid_credentials')
  if (needsRehash(user.password_hash)) {
    await updateUser(context.db, user.id, { password_hash: await hashPassword(password) })
  }
  return user
}
