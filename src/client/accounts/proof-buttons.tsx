import { useState } from 'react'
import { call, errorText } from '#client/lib/http.ts'
import { Button } from '#client/ui/button.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import type { User } from '#shared/accounts.ts'
import { canUsePasskeys, proveWithPasskey } from './passkeys.ts'

interface ProofButtonProps {
  label: string
  busyLabel: string
  /** What is said of an error without a reason of the server. */
  failure?: string
  /** Resolves with true when another page opens: the button stays busy then. */
  onProve: () => Promise<boolean>
}

/** Logs in by other means than a password. */
function ProofButton({ label, busyLabel, failure, onProve }: ProofButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const prove = async () => {
    setBusy(true)
    try {
      setBusy(await onProve())
    } catch (error) {
      toastError(errorText(error, failure), { title: 'Login failed' })
      setBusy(false)
    }
  }
  return (
    <Button variant="outline" size="lg" disabled={isBusy} onClick={() => void prove()}>
      {isBusy ? busyLabel : label}
    </Button>
  )
}

/** Goes to the page of the OpenID provider, from which the browser comes back to `/sign-in`, and then to `returnTo`. */
export function ProviderButton({ provider, returnTo }: { provider: string; returnTo: string }) {
  const prove = async () => {
    window.location.assign((await call('POST /api/auth/oidc', { body: { returnTo } })).url)
    return true
  }
  return <ProofButton label={`Continue with ${provider}`} busyLabel={`Opening ${provider}…`} onProve={prove} />
}

/** Nothing where the browser has no passkeys for this site. `onProved` is called with the session that has begun. */
export function PasskeyButton({ onProved }: { onProved: (user: User) => unknown }) {
  if (!canUsePasskeys()) return null
  const prove = async () => {
    const user = await proveWithPasskey()
    if (user) await onProved(user)
    return false
  }
  return (
    <ProofButton
      label="Use a passkey"
      busyLabel="Waiting for your passkey…"
      failure="Your browser could not use a passkey here."
      onProve={prove}
    />
  )
}
