import { useEffect, useState } from 'react'
import type { PaymentsResponse } from '#shared/billing.ts'
import { askPayments } from './api.ts'

/** Who takes payments here; null while that is not known, and where it cannot be found out. */
export function usePayments(): PaymentsResponse | null {
  const [payments, setPayments] = useState<PaymentsResponse | null>(null)
  useEffect(() => {
    let isHere = true
    askPayments().then(
      (answer) => isHere && setPayments(answer),
      () => {},
    )
    return () => {
      isHere = false
    }
  }, [])
  return payments
}
