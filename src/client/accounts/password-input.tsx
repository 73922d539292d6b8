import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Input } from '#client/ui/input.tsx'

/** A password that can be looked at before it is sent. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <span className="relative block">
      <Input {...props} type={shown ? 'text' : 'password'} className="pr-12" />
      <Button
        variant="quiet"
        size="icon"
        aria-label={shown ? 'Hide password' : 'Show password'}
        aria-pressed={shown}
        className="absolute inset-y-0 right-0"
        onClick={() => setShown(!shown)}
      >
        <Icon aria-hidden size={18} />
      </Button>
    </span>
  )
}
