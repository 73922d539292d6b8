import { ApiError } from '#server/http/api-error.ts'
import { errorCatalogue } from '#shared/errors.ts'
import { passwordMatches } from '../password.ts'
import type { UserRow } from '../queries.ts'

/** Asks for the password once more: a session left open on a shared machine must not be enough. */
export async function checkPassword(user: UserRow, password: string, field = 'password'): Promise<void> {
  if (await passwordMatches(user.password_hash, password)) return
  throw new ApiError('wrong_password', { details: { fields: { [field]: errorCatalogue.wrong_password.message } } })
}
