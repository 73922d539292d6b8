import type { Context } from '#server/core/context.ts'
import { ApiError } from '#server/http/api-error.ts'
import { authMessages } from '#shared/accounts.ts'
import { isCommonPassword } from './common-passwords.ts'

/** What a new password must be, wherever one is chosen; `field` is the form's name for it. */
export function assertStrongPassword(context: Context, field: string, password: string): void {
  const min = context.env.passwordMin
  if ([...password].length < min) refuseField(field, authMessages.passwordShort(min))
  if (isCommonPassword(password)) refuseField(field, authMessages.passwordCommon)
}

export function refuseField(field: string, message: string): never {
  throw new ApiError('validation_failed', { message, details: { fields: { [field]: message } } })
}
