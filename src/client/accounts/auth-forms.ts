import { z } from 'zod'
import { accountLimits, authMessages } from '#shared/accounts.ts'

/** What the forms about passwords ask for. A form has one thing wrong at a time, and says it in one place. */
const filled = z.string().min(1)

export const LoginForm = z.object({ username: z.string().trim().min(1), password: filled })
export type LoginForm = z.infer<typeof LoginForm>

export const RegisterForm = LoginForm.extend({ confirmPassword: filled })
export type RegisterForm = z.infer<typeof RegisterForm>

export const RecoverForm = z.object({
  username: z.string().trim().min(1),
  code: z.string().trim().min(1),
  newPassword: filled,
  confirmPassword: filled,
})
export type RecoverForm = z.infer<typeof RecoverForm>

export const ChangePasswordForm = z.object({ currentPassword: filled, newPassword: filled, confirmPassword: filled })
export type ChangePasswordForm = z.infer<typeof ChangePasswordForm>

export type Faults<Form> = { message: string; fields: (keyof Form)[] } | null

export function loginFaults(form: LoginForm): Faults<LoginForm> {
  const empty = emptyFields(LoginForm, form)
  return empty.length > 0 ? { message: authMessages.loginMissing, fields: empty } : null
}

export function registerFaults(form: RegisterForm): Faults<RegisterForm> {
  const empty = emptyFields(RegisterForm, form)
  if (empty.length > 0) return { message: authMessages.registerMissing, fields: empty }
  return newPasswordFaults(form, 'password')
}

export function recoverFaults(form: RecoverForm): Faults<RecoverForm> {
  const empty = emptyFields(RecoverForm, form)
  if (empty.length > 0) return { message: authMessages.recoverMissing, fields: empty }
  return newPasswordFaults(form, 'newPassword')
}

export function changePasswordFaults(form: ChangePasswordForm): Faults<ChangePasswordForm> {
  const empty = emptyFields(ChangePasswordForm, form)
  if (empty.length > 0) return { message: authMessages.changeMissing, fields: empty }
  return newPasswordFaults(form, 'newPassword')
}

/** A password that is chosen is typed twice, and has a least length. */
function newPasswordFaults<Field extends string, Form extends Record<Field | 'confirmPassword', string>>(
  form: Form,
  field: Field,
): Faults<Form> {
  if (form[field] !== form.confirmPassword)
    return { message: authMessages.passwordsDiffer, fields: ['confirmPassword'] }
  if ([...form[field]].length < accountLimits.passwordMin) {
    return { message: authMessages.passwordShort(accountLimits.passwordMin), fields: [field] }
  }
  return null
}

function emptyFields<Form extends object>(schema: z.ZodType<Form>, form: Form): (keyof Form)[] {
  const result = schema.safeParse(form)
  return result.success ? [] : result.error.issues.map((issue) => issue.path[0] as keyof Form)
}
