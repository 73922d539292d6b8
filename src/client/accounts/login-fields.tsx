import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { Button } from '#client/ui/button.tsx'
import { createFormField } from '#client/ui/form-field.tsx'
import { Input } from '#client/ui/input.tsx'
import { accountLimits } from '#shared/accounts.ts'
import { useUser } from './session.ts'

export const UsernameField = createFormField((props: ComponentProps<'input'>) => (
  <Input autoComplete="username" autoCapitalize="none" spellCheck={false} {...props} />
))

export const PasswordField = createFormField((props: Omit<ComponentProps<'input'>, 'type'>) => {
  const [isShown, setShown] = useState(false)
  return (
    <span className="relative block">
      <Input {...props} type={isShown ? 'text' : 'password'} className="pr-12" />
      <Button
        variant="quiet"
        size="icon"
        icon={isShown ? EyeOff : Eye}
        aria-label={isShown ? 'Hide password' : 'Show password'}
        aria-pressed={isShown}
        className="-translate-y-1/2 absolute top-1/2 right-0"
        onClick={() => setShown(!isShown)}
      />
    </span>
  )
})

interface PasswordProps<Fields extends FieldValues, Output> {
  form: UseFormReturn<Fields, unknown, Output>
  name: Path<Fields>
  label: string
}

/** The fields for a new password and its confirmation, `confirmPassword`. */
export function NewPasswordFields<Fields extends FieldValues, Output>(props: PasswordProps<Fields, Output>) {
  const { form, label } = props
  return (
    <>
      <PasswordField
        {...props}
        help={`At least ${accountLimits.passwordMin} characters.`}
        autoComplete="new-password"
      />
      <PasswordField
        form={form}
        name={'confirmPassword' as Path<Fields>}
        label={`Confirm ${label.toLowerCase()}`}
        autoComplete="new-password"
      />
    </>
  )
}

/** The field in which a user types the password again. */
export function OwnPasswordField<Fields extends FieldValues, Output>(props: PasswordProps<Fields, Output>) {
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
