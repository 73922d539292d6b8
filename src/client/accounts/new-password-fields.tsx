import { useFormContext } from 'react-hook-form'
import { PasswordField } from '#client/accounts/password-input.tsx'
import { fieldError } from '#client/ui/show-server-errors.ts'
import { accountLimits } from '#shared/accounts.ts'

/** The fields for a new password and its confirmation. Needs a `FormProvider`. */
export function NewPasswordFields() {
  const form = useFormContext<{ newPassword: string; confirmPassword: string }>()
  const { errors } = form.formState
  const props = { form, autoComplete: 'new-password' }
  const help = `At least ${accountLimits.passwordMin} characters.`
  return (
    <>
      <PasswordField
        {...props}
        name="newPassword"
        label="New password"
        help={help}
        {...fieldError(errors.newPassword)}
      />
      <PasswordField
        {...props}
        name="confirmPassword"
        label="Confirm new password"
        {...fieldError(errors.confirmPassword)}
      />
    </>
  )
}
