import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type FieldValues, useForm } from 'react-hook-form'
import { UsernameField } from '#client/accounts/username-input.tsx'
import { queryOf } from '#client/lib/query-client.ts'
import { useSite } from '#client/lib/site.ts'
import type { Closable } from '#client/ui/dialogs.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { createPasswordCheckFields } from './form-schemas.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { OwnPasswordField, type OwnPasswordFieldProps } from './password-fields.tsx'
import { ProviderButton } from './provider-button.tsx'
import { useUser } from './session.ts'

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

export function PasswordDialog({ children, asksUsername = false, onConfirm, ...dialog }: PasswordDialogProps) {
  const { username } = useUser()
  const hasPassword = useHasPassword()
  const form = useForm({
    resolver: zodResolver(createPasswordCheckFields(asksUsername ? username : null, hasPassword)),
    defaultValues: { name: '', password: '' },
    reValidateMode: 'onSubmit',
  })
  return (
    <FormDialog {...dialog} form={form} onSave={({ password }) => onConfirm(password)}>
      {children}
      {asksUsername && (
        <UsernameField label={<>Type your username, {username}</>} form={form} name="name" autoComplete="off" />
      )}
      <PasswordCheckField form={form} name="password" />
    </FormDialog>
  )
}

const useHasPassword = () => useQuery(queryOf('GET /api/auth/methods')).data?.hasPassword ?? true

/** Where a user confirms who they are, in any form. */
export function PasswordCheckField<Fields extends FieldValues, Output>(
  props: Omit<OwnPasswordFieldProps<Fields, Output>, 'label'>,
) {
  return useHasPassword() ? <OwnPasswordField label="Your password" {...props} /> : <LogInAgain />
}

/** An account without a password confirms with a new login. */
function LogInAgain() {
  const { provider } = useSite()
  return (
    <div className="flex flex-col items-start gap-3 text-ink-soft text-sm">
      <p>You have no password here. If you logged in more than 10 minutes ago, please log in again first.</p>
      {provider !== null && <ProviderButton provider={provider} returnTo={window.location.pathname} />}
      <PasskeyButton onProved={() => toast({ title: 'It is you', description: 'You can go on now.' })} />
    </div>
  )
}
