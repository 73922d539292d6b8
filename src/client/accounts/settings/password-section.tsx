import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { FormProvider, useForm } from 'react-hook-form'
import { PasswordField } from '#client/accounts/password-input.tsx'
import { invalidate } from '#client/lib/query-client.ts'
import { Button } from '#client/ui/button.tsx'
import { ProblemText } from '#client/ui/problem-text.tsx'
import { fieldError, showServerErrors } from '#client/ui/show-server-errors.ts'
import { toast } from '#client/ui/toast-store.ts'
import { changePassword } from '../api.ts'
import { ChangePasswordFields } from '../form-schemas.ts'
import { NewPasswordFields } from '../new-password-fields.tsx'
import { useUser } from '../session.ts'
import { SettingsSection } from './settings-section.tsx'

const emptyForm = { currentPassword: '', newPassword: '', confirmPassword: '' }

export function PasswordSection() {
  return (
    <SettingsSection
      title="Password"
      text="When you change it, you are logged out on your other devices, and your recovery codes stop working."
    >
      <PasswordForm />
    </SettingsSection>
  )
}

function PasswordForm() {
  const { username } = useUser()
  const queryClient = useQueryClient()
  const form = useForm({
    resolver: zodResolver(ChangePasswordFields),
    defaultValues: emptyForm,
    reValidateMode: 'onSubmit',
  })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ currentPassword, newPassword }) => {
    try {
      const recoveryCodesEnded = await changePassword({ currentPassword, newPassword })
      form.reset(emptyForm)
      const codesEnded = recoveryCodesEnded > 0 ? ' Your recovery codes no longer work: make new ones below.' : ''
      toast({ title: 'Password changed', description: `You were logged out on your other devices.${codesEnded}` })
      await invalidate(queryClient, 'GET /api/auth/sessions', 'GET /api/auth/recovery-codes')
    } catch (error) {
      showServerErrors(form, error)
    }
  })

  return (
    <form onSubmit={submit} noValidate className="flex max-w-sm flex-col gap-4">
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label="Current password"
        {...fieldError(errors.currentPassword)}
        form={form}
        name="currentPassword"
        autoComplete="current-password"
      />
      <FormProvider {...form}>
        <NewPasswordFields />
      </FormProvider>
      <ProblemText isBoxed>{errors.root?.message}</ProblemText>
      <Button type="submit" disabled={isSubmitting} className="self-start">
        {isSubmitting ? 'Changing…' : 'Change password'}
      </Button>
    </form>
  )
}
