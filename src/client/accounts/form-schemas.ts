import { z } from 'zod'
import { accountLimits, authMessages, usernameKey } from '#shared/accounts.ts'

/**
 * Schemas of the account forms. A form shows one problem at a time: its message is shown once, from the issue at `root`, and
 * the issues of the fields only mark them as invalid.
 */
export const LoginFields = z
  .object({ username: z.string().trim(), password: z.string() })
  .superRefine((form, context) => void checkFilled(form, context, authMessages.loginMissing))

export const RegisterFields = z
  .object({ username: z.string().trim(), password: z.string(), confirmPassword: z.string() })
  .superRefine((form, context) => {
    if (checkFilled(form, context, authMessages.registerMissing)) checkNewPassword(form, context, 'password')
  })

export const RecoverFields = z
  .object({
    username: z.string().trim(),
    code: z.string().trim(),
    newPassword: z.string(),
    confirmPassword: z.string(),
  })
  .superRefine((form, context) => {
    if (checkFilled(form, context, authMessages.recoverMissing)) checkNewPassword(form, context, 'newPassword')
  })

export function createChangePasswordFields(hasPassword: boolean) {
  return z
    .object({ currentPassword: z.string(), newPassword: z.string(), confirmPassword: z.string() })
    .superRefine(({ currentPassword, ...fields }, context) => {
      const form = hasPassword ? { currentPassword, ...fields } : fields
      if (checkFilled(form, context, authMessages.changeMissing)) checkNewPassword(fields, context, 'newPassword')
    })
}

/** Creates the schema of a form that asks for the password again where the account has one, and for the username unless it is null. */
export function createPasswordCheckFields(username: string | null, hasPassword = true) {
  return z.object({ name: z.string(), password: z.string() }).superRefine(({ name, password }, context) => {
    if (username !== null && usernameKey(name) !== usernameKey(username)) {
      context.addIssue({ code: 'custom', path: ['name'], message: `Please type ${username} to confirm.` })
    } else if (hasPassword && password === '') addFormIssue(context, 'Please enter your password.', ['password'])
  })
}

function checkFilled(form: Record<string, string>, context: z.RefinementCtx, message: string): boolean {
  const emptyFields = Object.keys(form).filter((field) => form[field] === '')
  if (emptyFields.length > 0) addFormIssue(context, message, emptyFields)
  return emptyFields.length === 0
}

function checkNewPassword<Field extends string>(
  form: Record<Field | 'confirmPassword', string>,
  context: z.RefinementCtx,
  field: Field,
): void {
  if (form[field] !== form.confirmPassword) addFormIssue(context, authMessages.passwordsDiffer, ['confirmPassword'])
  else if ([...form[field]].length < accountLimits.passwordMin) {
    addFormIssue(context, authMessages.passwordShort(accountLimits.passwordMin), [field])
  }
}

function addFormIssue(context: z.RefinementCtx, message: string, fields: readonly string[]): void {
  context.addIssue({ code: 'custom', path: ['root'], message })
  for (const field of fields) context.addIssue({ code: 'custom', path: [field], message })
}
