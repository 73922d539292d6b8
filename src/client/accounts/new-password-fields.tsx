import { useFormContext } from 'react-hook-form'
import { Field } from '#client/ui/field.tsx'
import { fieldError } from '#client/ui/show-server-errors.ts'
import { accountLimits } from '#shared/accounts.ts'
import { PasswordInput } from './password-input.tsx'

/** The fields for a new password and its confirmation. Needs a `FormProvider`. */
export function NewPasswordFields() {
  const { register, formState } = useFormContext<{ newPassword: string; confirmPassword: string }>()
  const { errors } = formState
  return (
    <>
      <Field
        label="New password"
        help={`At least ${accountLimits.passwordMin} characters.`}
        {...fieldError(errors.newPassword)}
      >
        {(control) => <PasswordInput {...control} {...register('newPassword')} autoComplete="new-password" />}
      </Field>
      <Field label="Confirm new password" {...fieldError(errors.confirmPassword)}>
        {(control) => <PasswordInput {...control} {...register('confirmPassword')} autoComplete="new-password" />}
      </Field>
    </>
  )
}
