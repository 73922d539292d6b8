import { useForm } from 'react-hook-form'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { Input } from '#client/ui/input.tsx'
import { usernameKey } from '#shared/accounts.ts'
import { FormNotice } from '../form-notice.tsx'
import { PasswordInput } from '../password-input.tsx'
import { showServerFaults } from '../server-faults.ts'
import { useUser } from '../session.ts'

interface PasswordCheckFormProps {
  /** What the button says, and what it says while it is done. */
  action: string
  doing: string
  variant?: 'primary' | 'danger'
  /** Asks for the username to be typed as well: for what should not happen by habit. */
  typed?: boolean
  onSubmit: (password: string) => Promise<void>
  onCancel: () => void
}

/** Asks for the password once more before something that matters. */
export function PasswordCheckForm({
  action,
  doing,
  variant,
  typed = false,
  onSubmit,
  onCancel,
}: PasswordCheckFormProps) {
  const { username } = useUser()
  const form = useForm({ defaultValues: { name: '', password: '' }, reValidateMode: 'onSubmit' })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ name, password }) => {
    if (typed && usernameKey(name) !== usernameKey(username)) {
      form.setError('name', { message: `Please type ${username} to confirm.` })
      form.setFocus('name')
      return
    }
    if (password === '') {
      form.setError('password', {})
      form.setError('root', { message: 'Please enter your password.' })
      form.setFocus('password')
      return
    }
    try {
      await onSubmit(password)
    } catch (error) {
      showServerFaults(form, error)
    }
  })

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {typed ? (
        <Field label={<>Type your username, {username}</>} error={errors.name?.message}>
          {(control) => (
            <Input
              {...control}
              {...form.register('name')}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
      ) : (
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      )}
      <Field label="Your password" invalid={!!errors.password}>
        {(control) => <PasswordInput {...control} {...form.register('password')} autoComplete="current-password" />}
      </Field>
      <FormNotice message={errors.root?.message} />
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant={variant ?? 'primary'} disabled={isSubmitting}>
          {isSubmitting ? doing : action}
        </Button>
      </div>
    </form>
  )
}
