import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import { logInWithProvider } from './oidc.ts'

interface ProviderButtonProps {
  provider: string
  returnTo: string
}

export function ProviderButton({ provider, returnTo }: ProviderButtonProps) {
  const [isLeaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    await logInWithProvider(returnTo).catch((error: unknown) => {
      toastError(error, { title: 'Login failed' })
      setLeaving(false)
    })
  }
  return (
    <Button variant="outline" size="lg" disabled={isLeaving} onClick={() => void leave()}>
      {isLeaving ? `Opening ${provider}…` : `Continue with ${provider}`}
    </Button>
  )
}
