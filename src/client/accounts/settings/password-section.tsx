import { useQuery } from '@tanstack/react-query'
import { call } from '#client/lib/http.ts'
import { invalidate, queryOf } from '#client/lib/query-client.ts'
import { useSite } from '#client/lib/site.ts'
import { Button } from '#client/ui/button.tsx'
import { ProblemText } from '#client/ui/problem-text.tsx'
import { useSchemaForm } from '#client/ui/schema-form.ts'
import { submitForm } from '#client/ui/show-server-errors.ts'
import { toast } from '#client/ui/toast-store.ts'
import { createChangePasswordFields } from '../form-schemas.ts'
import { NewPasswordFields, OwnPasswordField, OwnUsername } from '../login-fields.tsx'
import { SettingsSection } from './settings-section.tsx'

const emptyForm = { currentPassword: '', newPassword: '', confirmPassword: '' }

export function PasswordSection() {
  const { data } = useQuery(queryOf('GET /api/auth/methods'))
  const { passwords } = useSite()
  if (!passwords) return null
  const hasPassword = data?.hasPassword ?? true
  return (
    <SettingsSection
      title="Password"
      text={
        hasPassword
          ? 'When you change it, you are logged out on your other devices, and your recovery codes and API keys stop working.'
          : 'You log in without a password. With one, you can also log in when your other way does not work.'
      }
    >
      <PasswordForm hasPassword={hasPassword} />
    </SettingsSection>
  )
}

function PasswordForm({ hasPassword }: { hasPassword: boolean }) {
  const form = useSchemaForm(createChangePasswordFields(hasPassword), emptyForm, { reValidateMode: 'onSubmit' })
  const { errors, isSubmitting } = form.formState

  const submit = submitForm(form, async ({ currentPassword, newPassword }) => {
    const { recoveryCodesEnded } = await call('POST /api/auth/password', { body: { currentPassword, newPassword } })
    form.reset(emptyForm)
    const codesEnded = recoveryCodesEnded > 0 ? ' Your recovery codes no longer work: make new ones below.' : ''
    toast({ title: 'Password changed', description: `You were logged out on your other devices.${codesEnded}` })
    await invalidate(
      'GET /api/auth/sessions',
      'GET /api/auth/recovery-codes',
      'GET /api/auth/methods',
      'GET /api/auth/keys',
    )
  })

  return (
    <form onSubmit={submit} noValidate className="flex max-w-sm flex-col gap-4">
      {hasPassword ? <OwnPasswordField label="Current password" form={form} name="currentPassword" /> : <OwnUsername />}
      <NewPasswordFields form={form} name="newPassword" label="New password" />
      <ProblemText isBoxed>{errors.root?.message}</ProblemText>
      <Button type="submit" disabled={isSubmitting} className="self-start">
        {isSubmitting ? 'Saving…' : hasPassword ? 'Change password' : 'Set password'}
      </Button>
    </form>
  )
}
