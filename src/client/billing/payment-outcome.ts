import type { ToastOptions } from '#client/ui/toast-store.ts'

export type PaymentOutcome = 'expected' | 'failed' | 'unknown'

/** The values of `redirect_status` that Stripe adds to the return address. */
const outcomes = new Map<string, PaymentOutcome>([
  ['succeeded', 'expected'],
  ['processing', 'expected'],
  ['pending', 'expected'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
  ['requires_payment_method', 'failed'],
])

/** What the address says of the payment. Anybody can write it: only the account says who is Premium. */
export function readOutcome(search: URLSearchParams): PaymentOutcome {
  return outcomes.get(search.get('redirect_status') ?? '') ?? 'unknown'
}

/** What is said once the account was checked; null when there is nothing to say. */
export function outcomeToast(isPremium: boolean, outcome: PaymentOutcome): ToastOptions | null {
  if (isPremium) {
    return {
      title: 'Subscription Successful',
      description: 'Welcome to Premium. You can use all its features now.',
    }
  }
  if (outcome === 'expected') {
    return {
      title: 'Waiting for confirmation',
      description:
        'Premium starts as soon as the payment service confirms your payment. You do not need to do anything.',
    }
  }
  if (outcome === 'unknown') return null
  return {
    variant: 'destructive',
    title: 'Payment Failed',
    description: 'The payment did not go through. You can try again with another card.',
  }
}
