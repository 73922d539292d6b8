import type { Context, Queryable } from '#server/core/context.ts'
import { ApiError } from '#server/http/api-error.ts'
import { findAccount, lockAdmins } from './queries.ts'

/**
 * Throws `last_admin` when the account is an admin and no other one can act. To be called in the transaction of the change,
 * before other accounts are locked: of two admins who remove each other at once, the second sees that the first is gone.
 */
export async function assertOtherAdmin(
  { dialect, clock }: Pick<Context, 'dialect' | 'clock'>,
  trx: Queryable,
  userId: string,
  message?: string,
): Promise<void> {
  if ((await findAccount(trx, userId))?.account_type !== 'admin') return
  const admins = await lockAdmins(trx, dialect, clock.now())
  if (admins.some((id) => id !== userId)) return
  throw new ApiError('last_admin', message === undefined ? {} : { message })
}
