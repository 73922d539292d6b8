import { PaymentProviderError } from '#server/providers/payments/provider.ts'
import type { PaymentsState, PaymentsTest } from '#shared/billing.ts'
import { premiumPrice } from '#shared/customer.ts'
import { type BillingDeps, hasPayments } from './billing-deps.ts'
import { findEventFigures } from './events/queries.ts'
import { countOpenSubscriptions } from './queries.ts'

/** What is connected, and what has happened, for Admin → Payments. */
export async function readPaymentsState(billing: BillingDeps, origin: string): Promise<PaymentsState> {
  const none = { active: 0, cancelled: 0, pastDue: 0 }
  const unset = { webhookUrl: null, lastWebhookAt: null, pendingWebhooks: 0 }
  if (!hasPayments(billing)) return { provider: null, isTestMode: false, ...unset, subscriptions: none }
  const { context, payments } = billing
  const { name, isTestMode } = payments
  const events = payments.readEvent
    ? {
        webhookUrl: new URL('/api/webhooks/stripe', origin).href,
        ...(await findEventFigures(context.db, name)),
      }
    : unset
  return { provider: name, isTestMode, ...events, subscriptions: await countOpenSubscriptions(context.db, name) }
}

/** Asks the provider whether Premium can be bought. */
export async function testPayments({ payments, context }: BillingDeps): Promise<PaymentsTest> {
  if (!payments) return { ok: false, message: 'No payment service is connected.' }
  try {
    await payments.check?.()
    return { ok: true, message: `It answers, and Premium costs ${premiumPrice.text} ${premiumPrice.period}.` }
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error
    context.log.warn({ err: error }, 'the test of the payment service failed')
    return { ok: false, message: describeFailure(error) }
  }
}

function describeFailure({ reason, message }: PaymentProviderError): string {
  switch (reason) {
    case 'key':
      return 'Stripe refuses the secret key, or the key may not read prices. Check STRIPE_SECRET_KEY.'
    case 'unreachable':
      return 'Stripe cannot be reached from this server. Check that it may connect to api.stripe.com.'
    case 'price':
      return message
    default:
      return 'Stripe answered with an error. The log of the server has its details.'
  }
}
