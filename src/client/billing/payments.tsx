import { Info } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call } from '#client/lib/http.ts'
import type { PaymentsResponse } from '#shared/billing.ts'

export function PaymentsNotice() {
  return (
    <p className="flex gap-3 rounded-lg border border-line bg-sunken px-5 py-4">
      <Info aria-hidden size={19} className="mt-0.5 shrink-0 text-ink-soft" />
      <span>
        <strong className="font-semibold">Payments are not set up on this site yet.</strong> You cannot buy Premium here
        at the moment. Everything in the Free plan works.
      </span>
    </p>
  )
}

/** The payment provider of this site. Null while loading and after an error. */
export function usePayments(): PaymentsResponse | null {
  const [payments, setPayments] = useState<PaymentsResponse | null>(null)
  useEffect(() => void call('GET /api/payments').then(setPayments, () => {}), [])
  return payments
}
