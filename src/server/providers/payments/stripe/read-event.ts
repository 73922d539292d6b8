import type Stripe from 'stripe'
import type { PaymentEvent } from '../provider.ts'

/** Seconds that the time in a signature may differ from ours. */
const tolerance = 300

interface SignedBody {
  body: Buffer
  signature: string
  secrets: readonly string[]
  now: number
}

/** The event of a webhook, or null when it was not signed with one of the secrets within the last five minutes. */
export function readEvent(stripe: Stripe, { body, signature, secrets, now }: SignedBody): PaymentEvent | null {
  // The package accepts any time to come.
  const signedAt = Number(/(?:^|,)t=(\d+)(?:,|$)/.exec(signature)?.[1] ?? Number.NaN)
  if (!(signedAt <= now / 1000 + tolerance)) return null
  for (const secret of secrets) {
    try {
      return view(stripe.webhooks.constructEvent(body, signature, secret, tolerance, undefined, now))
    } catch {
      // The next secret may be the right one.
    }
  }
  return null
}

function view(event: Stripe.Event): PaymentEvent {
  const facts = { id: event.id, type: event.type, subscriptionId: null, chargeId: null }
  switch (event.type) {
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
      return { ...facts, subscriptionId: event.data.object.id }
    case 'invoice.paid':
    case 'invoice.payment_failed':
    case 'invoice.payment_action_required':
      return { ...facts, ...subscriptionOfInvoice(event.data.object, event.api_version) }
    case 'charge.dispute.created':
      return { ...facts, chargeId: idOf(event.data.object.charge) }
    default:
      return facts
  }
}

/** Before the version 2025-03-31 of the API, an invoice had its subscription at its top. */
function subscriptionOfInvoice(invoice: Stripe.Invoice & { subscription?: Reference }, apiVersion: string | null) {
  const { parent, subscription } = invoice
  if (!parent && subscription) return { subscriptionId: idOf(subscription), apiVersion }
  return { subscriptionId: idOf(parent?.subscription_details?.subscription) }
}

type Reference = string | { id: string } | null | undefined
const idOf = (reference: Reference): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)
