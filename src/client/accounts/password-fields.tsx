import { type FieldValues, type Path, type UseFormReturn, useFormContext } from 'react-hook-form'
import { PasswordField } from '#client/accounts/password-input.tsx'
import { accountLimits } from '#shared/accounts.ts'
import { useUser } from './session.ts'

interface NewPasswordFieldsProps {
  name?: 'password' | 'newPassword'
  label?: string
}

/** The fields for a new password and its confirmation. Needs a `FormProvider`. */
export function NewPasswordFields({ name = 'newPassword', label = 'New password' }: NewPasswordFieldsProps) {
  const form = useFormContext<{ password: string; newPassword: string; confirmPassword: string }>()
  const props = { form, autoComplete: 'new-password' }
  const help = `At least ${accountLimits.passwordMin} characters.`
  return (
    <>
      <PasswordField {...props} name={name} label={label} help={help} />
      <PasswordField {...props} name="confirmPassword" label={`Confirm ${label.toLowerCase()}`} />
    </>
  )
}

export interface OwnPasswordFieldProps<Fields extends FieldValues, Output> {
  form: UseFormReturn<Fields, unknown, Output>
  name: Path<Fields>
  label: string
}

/** The field in which a user types the password again. */
export function OwnPasswordField<Fields extends FieldValues, Output>(props: OwnPasswordFieldProps<Fields, Output>) {
  return (
    <>
      <OwnUsername />
      <PasswordField {...props} autoComplete="current-password" />
    </>
  )
}

/** Tells password managers which account a password belongs to. */
export function OwnUsername() {
  const { username } = useUser()
  return <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
}
