import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { createFormField } from '#client/ui/form-field.tsx'
import { Input } from '#client/ui/input.tsx'

export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
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
}

export const PasswordField = createFormField(PasswordInput)
