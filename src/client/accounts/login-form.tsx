import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { errorText } from '#client/lib/http.ts'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { ProblemText } from '#client/ui/problem-text.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import { toast } from '#client/ui/toast-store.ts'
import { errorCatalogue } from '#shared/errors.ts'
import { logIn } from './api.ts'
import { LoginFields } from './form-schemas.ts'
import { PasswordInput } from './password-input.tsx'
import { UsernameInput } from './username-input.tsx'

export function LoginForm({ onForgotten }: { onForgotten: () => void }) {
  const form = useForm({
    resolver: zodResolver(LoginFields),
    defaultValues: { username: '', password: '' },
    reValidateMode: 'onSubmit',
  })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async (values) => {
    try {
      const user = await logIn(values)
      toast({ title: 'Welcome back!', description: `Good to see you again, ${user.name}.` })
    } catch (error) {
      const description = errorText(error, errorCatalogue.invalid_credentials.message)
      toastError(description, { title: 'Login failed' })
      form.setError('root', { type: 'server', message: description })
      form.setFocus('password', { shouldSelect: true })
    }
  })

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field label="Username" invalid={!!errors.username}>
        {(control) => <UsernameInput {...control} {...form.register('username')} />}
      </Field>
      <Field label="Password" invalid={!!errors.password}>
        {(control) => <PasswordInput {...control} {...form.register('password')} autoComplete="current-password" />}
      </Field>
      <ProblemText isBoxed title={errors.root?.type === 'server' ? '' : 'Missing information'}>
        {errors.root?.message}
      </ProblemText>
      <Button type="submit" size="lg" disabled={isSubmitting}>
        {isSubmitting ? 'Logging in…' : 'Log In'}
      </Button>
      <Button variant="link" onClick={onForgotten} className="self-center">
        Forgot your password?
      </Button>
    </form>
  )
}
