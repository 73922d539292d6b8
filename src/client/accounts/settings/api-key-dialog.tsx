import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { call } from '#client/lib/http.ts'
import type { Closable } from '#client/ui/dialogs.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { InputField, SelectField } from '#client/ui/form-field.tsx'
import { keyLifetimes, NewApiKey } from '#shared/api-keys.ts'
import { keyScopes } from '#shared/routes.ts'
import { PasswordCheckField } from '../password-dialog.tsx'
import { scopeTexts } from './key-scopes.ts'

interface ApiKeyDialogProps extends Closable {
  onCreated: (key: string) => void
}

export function ApiKeyDialog({ onCreated, onClose }: ApiKeyDialogProps) {
  const form = useForm({
    resolver: zodResolver(NewApiKey),
    defaultValues: { name: '', scope: 'chat', days: 90, password: '' },
    reValidateMode: 'onSubmit',
  })
  return (
    <FormDialog
      title="Create an API key"
      description="A program that has the key acts as you. Give it no more than it needs."
      form={form}
      onSave={async (body) => onCreated((await call('POST /api/auth/keys', { body })).key)}
      label="Create key"
      busyLabel="Creating…"
      onClose={onClose}
    >
      <InputField label="Name" help="Where you use it, such as “Discord bot”." form={form} name="name" maxLength={50} />
      <SelectField
        label="It may"
        form={form}
        name="scope"
        options={keyScopes.map((scope) => [scope, scopeTexts[scope]])}
      />
      <SelectField
        label="Expires"
        form={form}
        name="days"
        rules={{ setValueAs: (days: string | number | null) => (days === '' || days === null ? null : Number(days)) }}
        options={keyLifetimes.map((days) => [days ?? '', days === null ? 'Never' : `In ${days} days`])}
      />
      <PasswordCheckField form={form} name="password" />
    </FormDialog>
  )
}
