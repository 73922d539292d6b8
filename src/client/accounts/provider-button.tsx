import { useState } from 'react'
import { call } from '#client/lib/http.ts'
import { Button } from '#client/ui/button.tsx'
import { toastError } from '#client/ui/toast-error.ts'

interface ProviderButtonProps {
  provider: string
  returnTo: string
}

/** Goes to the page of the OpenID provider, from which the browser comes back to `/sign-in`, and then to `returnTo`. */
export function ProviderButton({ provider, returnTo }: ProviderButtonProps) {
  const [isLeaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    try {
      window.location.assign((await call('POST /api/auth/oidc', { body: { returnTo } })).url)
    } catch (error) {
      toastError(error, { title: 'Login failed' })
      setLeaving(false)
    }
  }
  return (
    <Button variant="outline" size="lg" disabled={isLeaving} onClick={() => void leave()}>
      {isLeaving ? `Opening ${provider}…` : `Continue with ${provider}`}
    </Button>
  )
}
