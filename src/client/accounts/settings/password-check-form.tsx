import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { FormNotice } from '../form-notice.tsx'
import { createPasswordCheckFields } from '../form-schemas.ts'
import { PasswordInput } from '../password-input.tsx'
import { useUser } from '../session.ts'
import { fieldError, showServerErrors } from '../show-server-errors.ts'
import { UsernameInput } from '../username-input.tsx'

interface PasswordCheckFormProps {
  /** The submit button's label, and its label while submitting. */
  label: string
  busyLabel: string
  variant?: 'primary' | 'danger'
  /** Also asks for the username, for destructive actions. */
  asksUsername?: boolean
  onSubmit: (password: string) => Promise<void>
  onCancel: () => void
}

/** Asks for the password again before a sensitive action. */
export function PasswordCheckForm({
  label,
  busyLabel,
  variant,
  asksUsername = false,
  onSubmit,
  onCancel,
}: PasswordCheckFormProps) {
  const { username } = useUser()
  const form = useForm({
    resolver: zodResolver(createPasswordCheckFields(asksUsername ? username : null)),
    defaultValues: { name: '', password: '' },
    reValidateMode: 'onSubmit',
  })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await onSubmit(password)
    } catch (error) {
      showServerErrors(form, error)
    }
  })

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {asksUsername ? (
        <Field label={<>Type your username, {username}</>} error={errors.name?.message}>
          {(control) => <UsernameInput {...control} {...form.register('name')} autoComplete="off" />}
        </Field>
      ) : (
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      )}
      <Field label="Your password" {...fieldError(errors.password)}>
        {(control) => <PasswordInput {...control} {...form.register('password')} autoComplete="current-password" />}
      </Field>
      <FormNotice message={errors.root?.message} />
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant={variant ?? 'primary'} disabled={isSubmitting}>
          {isSubmitting ? busyLabel : label}
        </Button>
      </div>
    </form>
  )
}
