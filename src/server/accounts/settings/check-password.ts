import type { Context, Queryable } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError } from '#server/http/api-error.ts'
import { errorCatalogue } from '#shared/errors.ts'
import { recentSignIn } from '#shared/sign-in.ts'
import { passwordMatches } from '../password.ts'
import { findPasswordHash, lockPasswordHash } from '../queries.ts'

/**
 * Checks the password again: a session left open on a shared machine must not be enough for these operations. An account
 * without a password must have logged in recently. Returns the hash it was checked against, empty without a password.
 */
export async function checkPassword(
  context: Context,
  viewer: Viewer,
  password: string,
  field = 'password',
): Promise<string> {
  const stored = await findPasswordHash(context.db, viewer.id)
  if (stored === '') {
    if (context.clock.now() - viewer.session_created_at > recentSignIn) throw new ApiError('sign_in_again')
    return stored
  }
  if ((await passwordMatches(stored, password)) && stored !== null) return stored
  throw wrongPassword(field)
}

/**
 * Runs a transaction while the password is the one that was checked. Throws `wrong_password` when it was changed since.
 * `assertBefore` runs before the account is locked.
 */
export function transactWithPassword<T>(
  context: Context,
  account: { id: string; passwordHash: string; assertBefore?: (trx: Queryable) => Promise<void> },
  work: (trx: Queryable) => Promise<T>,
): Promise<T> {
  return context.transact(async (trx) => {
    await account.assertBefore?.(trx)
    if (await lockPasswordHash(trx, context.dialect, account.id, account.passwordHash)) return work(trx)
    throw wrongPassword('password')
  })
}

export function wrongPassword(field: string): ApiError {
  return new ApiError('wrong_password', { details: { fields: { [field]: errorCatalogue.wrong_password.message } } })
}
