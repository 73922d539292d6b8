import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { changePassword } from '../api.ts'
import { type ChangePasswordForm, changePasswordFaults } from '../auth-forms.ts'
import { FormNotice } from '../form-notice.tsx'
import { resolverFor } from '../form-resolver.ts'
import { NewPasswordFields } from '../new-password-fields.tsx'
import { PasswordInput } from '../password-input.tsx'
import { showServerFaults } from '../server-faults.ts'
import { useUser } from '../session.ts'
import { sessionsKey } from './sessions-section.tsx'
import { SettingsSection } from './settings-section.tsx'

const blank: ChangePasswordForm = { currentPassword: '', newPassword: '', confirmPassword: '' }

export function PasswordSection() {
  return (
    <SettingsSection title="Password" text="A new password signs you out everywhere else.">
      <PasswordForm />
    </SettingsSection>
  )
}

function PasswordForm() {
  const { username } = useUser()
  const client = useQueryClient()
  const form = useForm<ChangePasswordForm>({
    resolver: resolverFor(changePasswordFaults),
    defaultValues: blank,
    reValidateMode: 'onSubmit',
  })
  const { errors, isSubmitting } = form.formState
  // Registered in the order in which they stand: the first one at fault is focused.
  const fields = {
    currentPassword: form.register('currentPassword'),
    newPassword: form.register('newPassword'),
    confirmPassword: form.register('confirmPassword'),
  }

  const submit = form.handleSubmit(async ({ currentPassword, newPassword }) => {
    try {
      await changePassword({ currentPassword, newPassword })
      form.reset(blank)
      toast({ title: 'Password changed', description: 'You were signed out everywhere else.' })
      await client.invalidateQueries({ queryKey: sessionsKey })
    } catch (error) {
      showServerFaults(form, error)
    }
  })

  return (
    <form onSubmit={submit} noValidate className="flex max-w-sm flex-col gap-4">
      {/* Tells password managers whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <Field label="Current password" invalid={!!errors.currentPassword}>
        {(control) => <PasswordInput {...control} {...fields.currentPassword} autoComplete="current-password" />}
      </Field>
      <NewPasswordFields
        newPassword={fields.newPassword}
        confirmPassword={fields.confirmPassword}
        invalid={{ newPassword: !!errors.newPassword, confirmPassword: !!errors.confirmPassword }}
      />
      <FormNotice message={errors.root?.message} />
      <Button type="submit" disabled={isSubmitting} className="self-start">
        {isSubmitting ? 'Changing…' : 'Change password'}
      </Button>
    </form>
  )
}
