import { useEffect, useState } from 'react'
import type { PaymentsResponse } from '#shared/billing.ts'
import { fetchPayments } from './api.ts'

/** The payment provider of this site. Null while loading and after an error. */
export function usePayments(): PaymentsResponse | null {
  const [payments, setPayments] = useState<PaymentsResponse | null>(null)
  useEffect(() => {
    let isMounted = true
    fetchPayments().then(
      (response) => isMounted && setPayments(response),
      () => {},
    )
    return () => {
      isMounted = false
    }
  }, [])
  return payments
}
