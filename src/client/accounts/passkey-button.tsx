import { useState } from 'react'
import { errorText } from '#client/lib/http.ts'
import { Button } from '#client/ui/button.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import type { User } from '#shared/accounts.ts'
import { canUsePasskeys, proveWithPasskey } from './passkeys.ts'

interface PasskeyButtonProps {
  /** Called with the session that has begun. */
  onProved: (user: User) => unknown
}

/** Nothing where the browser has no passkeys for this site. */
export function PasskeyButton({ onProved }: PasskeyButtonProps) {
  const [isAsking, setAsking] = useState(false)
  const ask = async () => {
    setAsking(true)
    try {
      const user = await proveWithPasskey()
      if (user) await onProved(user)
    } catch (error) {
      toastError(errorText(error, 'Your browser could not use a passkey here.'), { title: 'Login failed' })
    } finally {
      setAsking(false)
    }
  }
  if (!canUsePasskeys()) return null
  return (
    <Button variant="outline" size="lg" disabled={isAsking} onClick={() => void ask()}>
      {isAsking ? 'Waiting for your passkey…' : 'Use a passkey'}
    </Button>
  )
}
