import { hasStatus } from '#client/lib/http.ts'
import { premiumPrice } from '#shared/customer.ts'
import { payInSandbox } from './api.ts'
import { CardForm } from './card-form.tsx'

interface SandboxFormProps {
  clientSecret: string
  onPaid: () => void
  onBack: () => void
}

/** The sandbox's card form. Premium starts when the account is updated, not when the form succeeds. */
export function SandboxForm({ clientSecret, onPaid, onBack }: SandboxFormProps) {
  return (
    <CardForm
      label={`Pay ${premiumPrice.text}`}
      busyLabel="Paying…"
      backLabel="Back to Plans"
      send={(card) => payInSandbox(clientSecret, card)}
      onDone={onPaid}
      onBack={onBack}
      // The subscription no longer exists.
      onError={(error) => hasStatus(error, 404) && onBack()}
    />
  )
}
