import { useEffect, useState } from 'react'
import { call } from '#client/lib/http.ts'
import type { PaymentsResponse } from '#shared/billing.ts'

/** The payment provider of this site. Null while loading and after an error. */
export function usePayments(): PaymentsResponse | null {
  const [payments, setPayments] = useState<PaymentsResponse | null>(null)
  useEffect(() => void call('GET /api/payments').then(setPayments, () => {}), [])
  return payments
}
