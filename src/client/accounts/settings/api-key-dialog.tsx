import { call } from '#client/lib/http.ts'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { InputField, SelectField } from '#client/ui/form-field.tsx'
import { useSchemaForm } from '#client/ui/schema-form.ts'
import { keyLifetimes, NewApiKey } from '#shared/api-keys.ts'
import { keyScopes } from '#shared/routes.ts'
import { PasswordCheckField } from '../password-dialog.tsx'
import { scopeTexts } from './key-scopes.ts'

export function ApiKeyDialog({ onCreated }: { onCreated: (key: string) => void }) {
  const form = useSchemaForm(
    NewApiKey,
    { name: '', scope: 'chat', days: 90, password: '' },
    { reValidateMode: 'onSubmit' },
  )
  const { field } = form
  return (
    <FormDialog
      title="Create an API key"
      description="A program that has the key acts as you. Give it no more than it needs."
      form={form}
      onSave={async (body) => onCreated((await call('POST /api/auth/keys', { body })).key)}
      label="Create key"
      busyLabel="Creating…"
    >
      <InputField {...field('name', 'Name', 'Where you use it, such as “Discord bot”.')} maxLength={50} />
      <SelectField {...field('scope', 'It may')} options={keyScopes.map((scope) => [scope, scopeTexts[scope]])} />
      <SelectField
        {...field('days', 'Expires')}
        rules={{ setValueAs: (days: string | number | null) => (days === '' || days === null ? null : Number(days)) }}
        options={keyLifetimes.map((days) => [days ?? '', days === null ? 'Never' : `In ${days} days`])}
      />
      <PasswordCheckField form={form} name="password" />
    </FormDialog>
  )
}
