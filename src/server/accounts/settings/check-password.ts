import type { Context } from '#server/core/context.ts'
import { ApiError } from '#server/http/api-error.ts'
import { errorCatalogue } from '#shared/errors.ts'
import { passwordMatches } from '../password.ts'
import { findPasswordHash } from '../queries.ts'

/** Checks the password again: a session left open on a shared machine must not be enough for these operations. */
export async function checkPassword(
  context: Context,
  userId: string,
  password: string,
  field = 'password',
): Promise<void> {
  if (await passwordMatches(await findPasswordHash(context.db, userId), password)) return
  throw new ApiError('wrong_password', { details: { fields: { [field]: errorCatalogue.wrong_password.message } } })
}
