import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '#client/ui/field.tsx'
import { accountLimits } from '#shared/accounts.ts'
import { PasswordInput } from './password-input.tsx'

interface NewPasswordFieldsProps {
  newPassword: UseFormRegisterReturn
  confirmPassword: UseFormRegisterReturn
  invalid: { newPassword: boolean; confirmPassword: boolean }
}

/** The fields for a new password and its confirmation. */
export function NewPasswordFields({ newPassword, confirmPassword, invalid }: NewPasswordFieldsProps) {
  return (
    <>
      <Field
        label="New password"
        help={`At least ${accountLimits.passwordMin} characters.`}
        invalid={invalid.newPassword}
      >
        {(control) => <PasswordInput {...control} {...newPassword} autoComplete="new-password" />}
      </Field>
      <Field label="Confirm new password" invalid={invalid.confirmPassword}>
        {(control) => <PasswordInput {...control} {...confirmPassword} autoComplete="new-password" />}
      </Field>
    </>
  )
}
