import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { queryOf } from '#client/lib/query-client.ts'
import { useSite } from '#client/lib/site.ts'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { useSchemaForm } from '#client/ui/schema-form.ts'
import { toast } from '#client/ui/toast-store.ts'
import { createPasswordCheckFields } from './form-schemas.ts'
import { OwnPasswordField, UsernameField } from './login-fields.tsx'
import { PasskeyButton, ProviderButton } from './proof-buttons.tsx'
import { useUser } from './session.ts'

interface PasswordDialogProps {
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
  const form = useSchemaForm(
    createPasswordCheckFields(asksUsername ? username : null, hasPassword),
    { name: '', password: '' },
    { reValidateMode: 'onSubmit' },
  )
  return (
    <FormDialog {...dialog} form={form} onSave={({ password }) => onConfirm(password)}>
      {children}
      {asksUsername && (
        <UsernameField {...form.field('name', <>Type your username, {username}</>)} autoComplete="off" />
      )}
      <PasswordCheckField form={form} name="password" />
    </FormDialog>
  )
}

const useHasPassword = () => useQuery(queryOf('GET /api/auth/methods')).data?.hasPassword ?? true

interface PasswordCheckFieldProps<Fields extends FieldValues, Output> {
  form: UseFormReturn<Fields, unknown, Output>
  name: Path<Fields>
}

/** Where a user confirms who they are, in any form. An account without a password confirms with a new login. */
export function PasswordCheckField<Fields extends FieldValues, Output>(props: PasswordCheckFieldProps<Fields, Output>) {
  const { provider } = useSite()
  if (useHasPassword()) return <OwnPasswordField label="Your password" {...props} />
  return (
    <div className="flex flex-col items-start gap-3 text-ink-soft text-sm">
      <p>You have no password here. If you logged in more than 10 minutes ago, please log in again first.</p>
      {provider !== null && <ProviderButton provider={provider} returnTo={window.location.pathname} />}
      <PasskeyButton onProved={() => toast({ title: 'It is you', description: 'You can go on now.' })} />
    </div>
  )
}
