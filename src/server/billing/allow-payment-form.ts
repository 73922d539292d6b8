import { paymentPath } from '#shared/customer.ts'
import type { BillingDeps } from './billing-deps.ts'

/** Stripe forbids serving its script from another address than its own. */
const sources: Record<string, string> = {
  "script-src 'self'": 'https://js.stripe.com https://*.js.stripe.com',
  "connect-src 'self'": 'https://api.stripe.com',
}
const frames = 'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com'

/** The Content-Security-Policy of the page at `url`: on the payment step, Stripe's card form may be loaded. */
export function allowPaymentForm({ payments }: BillingDeps, url: string, policy: string): string {
  if (payments?.name !== 'stripe' || url !== paymentPath) return policy
  const widened = Object.entries(sources).reduce((all, [own, more]) => all.replace(own, `${own} ${more}`), policy)
  return `${widened};${frames}`
}
