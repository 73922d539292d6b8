import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { ProblemText } from '#client/ui/problem-text.tsx'
import { fieldError, showServerErrors } from '#client/ui/show-server-errors.ts'
import { toastError } from '#client/ui/toast-error.ts'
import { toast } from '#client/ui/toast-store.ts'
import { accountLimits } from '#shared/accounts.ts'
import { register as registerAccount } from './api.ts'
import { RegisterFields } from './form-schemas.ts'
import { PasswordInput } from './password-input.tsx'
import { UsernameInput } from './username-input.tsx'

export function RegisterForm() {
  const form = useForm({
    resolver: zodResolver(RegisterFields),
    defaultValues: { username: '', password: '', confirmPassword: '' },
    reValidateMode: 'onSubmit',
  })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ username, password }) => {
    try {
      await registerAccount({ username, password })
      toast({ title: 'Welcome to Troupe', description: 'Your account is ready.' })
    } catch (error) {
      toastError(error, { title: 'Registration failed', fallback: 'Failed to create account' })
      showServerErrors(form, error, 'Failed to create account')
    }
  })

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field label="Username" {...fieldError(errors.username)}>
        {(control) => <UsernameInput {...control} {...form.register('username')} />}
      </Field>
      <Field
        label="Password"
        help={`At least ${accountLimits.passwordMin} characters.`}
        {...fieldError(errors.password)}
      >
        {(control) => <PasswordInput {...control} {...form.register('password')} autoComplete="new-password" />}
      </Field>
      <Field label="Confirm password" {...fieldError(errors.confirmPassword)}>
        {(control) => <PasswordInput {...control} {...form.register('confirmPassword')} autoComplete="new-password" />}
      </Field>
      <p className="text-ink-soft text-sm">
        By signing up you agree to the <TextLink to="/terms">terms</TextLink> and the{' '}
        <TextLink to="/rules">house rules</TextLink>. The <TextLink to="/privacy">privacy notice</TextLink> says what is
        stored.
      </p>
      <ProblemText isBoxed>{errors.root?.message}</ProblemText>
      <Button type="submit" size="lg" disabled={isSubmitting}>
        {isSubmitting ? 'Creating your account…' : 'Sign Up'}
      </Button>
    </form>
  )
}

/** In a new tab: what was typed stays. */
function TextLink({ to, children }: { to: string; children: string }) {
  return (
    <a href={to} target="_blank" rel="noreferrer" className="underline underline-offset-2 hover:text-ink">
      {children}
    </a>
  )
}
