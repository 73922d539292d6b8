import type { Context } from '#server/core/context.ts'
import { fieldError } from '#server/http/api-error.ts'
import { authMessages } from '#shared/accounts.ts'
import { isCommonPassword } from './common-passwords.ts'

/** Asserts that a new password is long enough and not a common one; `field` is its name in the form. */
export function assertStrongPassword(context: Context, field: string, password: string): void {
  const min = context.env.passwordMin
  if ([...password].length < min) throw fieldError(field, authMessages.passwordShort(min))
  if (isCommonPassword(password)) throw fieldError(field, authMessages.passwordCommon)
}
