import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { Input } from '#client/ui/input.tsx'
import { ProblemText } from '#client/ui/problem-text.tsx'
import { fieldError, showServerErrors } from '#client/ui/show-server-errors.ts'
import { toast } from '#client/ui/toast-store.ts'
import { recover } from './api.ts'
import { RecoverFields } from './form-schemas.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { UsernameInput } from './username-input.tsx'

/** Sets a new password with a recovery code. */
export function RecoverForm({ onBack }: { onBack: () => void }) {
  const form = useForm({
    resolver: zodResolver(RecoverFields),
    defaultValues: { username: '', code: '', newPassword: '', confirmPassword: '' },
    reValidateMode: 'onSubmit',
  })
  const { errors, isSubmitting } = form.formState
  // The form replaces the login form in an open dialog, so it must take the focus itself.
  const { setFocus } = form
  useEffect(() => setFocus('username'), [setFocus])

  const submit = form.handleSubmit(async ({ username, code, newPassword }) => {
    try {
      const user = await recover({ username, code, newPassword })
      toast({ title: 'Welcome back!', description: `Your new password is set, ${user.name}.` })
    } catch (error) {
      showServerErrors(form, error)
    }
  })

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field label="Username" {...fieldError(errors.username)}>
        {(control) => <UsernameInput {...control} {...form.register('username')} />}
      </Field>
      <Field label="Recovery code" help="Capital letters and hyphens do not matter." {...fieldError(errors.code)}>
        {(control) => (
          <Input
            {...control}
            {...form.register('code')}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
          />
        )}
      </Field>
      <FormProvider {...form}>
        <NewPasswordFields />
      </FormProvider>
      <ProblemText isBoxed>{errors.root?.message}</ProblemText>
      <Button type="submit" size="lg" disabled={isSubmitting}>
        {isSubmitting ? 'Setting your password…' : 'Set new password'}
      </Button>
      <Button variant="link" onClick={onBack} className="self-center">
        Back to login
      </Button>
      <p className="text-center text-ink-soft text-xs">
        No code? The people who run this site can make one for you, once they are sure that the account is yours.
      </p>
    </form>
  )
}
