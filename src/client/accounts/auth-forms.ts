import { z } from 'zod'
import { accountLimits, authMessages } from '#shared/accounts.ts'

/** What the two forms of the auth dialog ask for. A form has one thing wrong at a time, and says it in one place. */
const filled = z.string().min(1)

export const LoginForm = z.object({ username: z.string().trim().min(1), password: filled })
export type LoginForm = z.infer<typeof LoginForm>

export const RegisterForm = LoginForm.extend({ confirmPassword: filled })
export type RegisterForm = z.infer<typeof RegisterForm>

export type Faults<Form> = { message: string; fields: (keyof Form)[] } | null

export function loginFaults(form: LoginForm): Faults<LoginForm> {
  const empty = emptyFields(LoginForm, form)
  return empty.length > 0 ? { message: authMessages.loginMissing, fields: empty } : null
}

export function registerFaults(form: RegisterForm): Faults<RegisterForm> {
  const empty = emptyFields(RegisterForm, form)
  if (empty.length > 0) return { message: authMessages.registerMissing, fields: empty }
  if (form.password !== form.confirmPassword)
    return { message: authMessages.passwordsDiffer, fields: ['confirmPassword'] }
  if ([...form.password].length < accountLimits.passwordMin) {
    return { message: authMessages.passwordShort(accountLimits.passwordMin), fields: ['password'] }
  }
  return null
}

function emptyFields<Form extends object>(schema: z.ZodType<Form>, form: Form): (keyof Form)[] {
  const result = schema.safeParse(form)
  return result.success ? [] : result.error.issues.map((issue) => issue.path[0] as keyof Form)
}
