import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import type { Closable } from '#client/ui/dialogs.tsx'
import { Field } from '#client/ui/field.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { fieldError } from '#client/ui/show-server-errors.ts'
import { createPasswordCheckFields } from './form-schemas.ts'
import { PasswordInput } from './password-input.tsx'
import { useUser } from './session.ts'
import { UsernameInput } from './username-input.tsx'

interface PasswordDialogProps extends Closable {
  title: string
  description: string
  /** What the action does, above the fields. */
  children?: ReactNode
  /** The submit button's label, and its label while submitting. */
  label: string
  busyLabel: string
  variant?: 'primary' | 'danger'
  /** Also asks for the username, for destructive actions. */
  asksUsername?: boolean
  onConfirm: (password: string) => Promise<unknown>
}

/** Asks for the password again before a sensitive action. */
export function PasswordDialog({ children, asksUsername = false, onConfirm, ...dialog }: PasswordDialogProps) {
  const { username } = useUser()
  const form = useForm({
    resolver: zodResolver(createPasswordCheckFields(asksUsername ? username : null)),
    defaultValues: { name: '', password: '' },
    reValidateMode: 'onSubmit',
  })
  const { errors } = form.formState
  return (
    <FormDialog {...dialog} form={form} onSave={({ password }) => onConfirm(password)}>
      {children}
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
    </FormDialog>
  )
}
