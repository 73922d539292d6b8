import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError, notFound } from '#server/http/api-error.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { CardDeclinedError, PaymentProviderError } from '#server/providers/payments/provider.ts'
import { SandboxPayments } from '#server/providers/payments/sandbox/sandbox.ts'
import { billingApi, ownSubscriptionApi, type PaymentsState, type PaymentsTest, sandboxApi } from '#shared/billing.ts'
import { premiumPrice } from '#shared/customer.ts'
import type { CardEntry } from '#shared/payment-card.ts'
import { type BillingDeps, hasPayments, withProvider } from './billing-deps.ts'
import { findEventFigures } from './events/queries.ts'
import { findOwnSubscription, listOwnInvoices, openPortal, setCancelled } from './manage-subscription.ts'
import { countOpenSubscriptions, findCustomerId, listLiveSubscriptions } from './queries.ts'
import { subscribe } from './subscribe.ts'
import { syncShared } from './sync/sync-subscription.ts'

export function billingRoutes(billing: BillingDeps) {
  const { payments } = billing
  return async (app: FastifyInstance): Promise<void> => {
    await app.register(paymentRoutes(billing))
    await app.register(ownSubscriptionRoutes(billing))
    if (payments instanceof SandboxPayments) await app.register(sandboxRoutes(billing, payments))
  }
}

const originOf = ({ context }: BillingDeps, { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>) =>
  context.env.publicUrl ?? `${protocol}://${host}`

function paymentRoutes(billing: BillingDeps) {
  const { context, payments } = billing
  return handleRoutes(billingApi, () => ({
    'GET /api/payments': () => ({
      provider: payments?.name ?? null,
      publishableKey: payments?.publishableKey ?? null,
      isTestMode: payments?.isTestMode ?? false,
      freeDailyMessages: context.settings.current().freeDailyMessages,
    }),
    'POST /api/create-subscription': async ({ viewer, body }) => ({
      clientSecret: await subscribe(billing, viewer, body),
    }),
    'POST /api/billing-portal': async (request) => ({
      url: await openPortal(billing, request.viewer, new URL('/settings/plan', originOf(billing, request)).href),
    }),
    'GET /api/admin/payments': (request) => readPaymentsState(billing, originOf(billing, request)),
    'POST /api/admin/payments/test': () => testPayments(billing),
  }))
}

/** The viewer's own subscription on the account page. */
function ownSubscriptionRoutes(billing: BillingDeps) {
  return handleRoutes(ownSubscriptionApi, () => ({
    'GET /api/subscription': async ({ viewer }) => ({ subscription: await findOwnSubscription(billing, viewer) }),
    'POST /api/subscription/cancel': async ({ viewer }) => ({
      subscription: await setCancelled(billing, viewer, true),
    }),
    'POST /api/subscription/resume': async ({ viewer }) => ({
      subscription: await setCancelled(billing, viewer, false),
    }),
    'GET /api/subscription/invoices': async ({ viewer }) => ({ invoices: await listOwnInvoices(billing, viewer) }),
  }))
}

function sandboxRoutes(billing: BillingDeps, sandbox: SandboxPayments) {
  return handleRoutes(sandboxApi, () => ({
    'POST /api/sandbox/confirm-payment': async ({ body: { clientSecret, ...card } }) => {
      await payInSandbox(billing, sandbox, { clientSecret, card })
      return { status: 'succeeded' as const }
    },
    'POST /api/sandbox/card': async ({ viewer, body: card }) => {
      await replaceCardInSandbox(billing, sandbox, { userId: viewer.id, card })
      return { status: 'succeeded' as const }
    },
  }))
}

/** Pays in the sandbox. Only the provider's records change here; the account changes with the next sync. */
async function payInSandbox(
  billing: BillingDeps,
  sandbox: SandboxPayments,
  { clientSecret, card }: { clientSecret: string; card: CardEntry },
): Promise<void> {
  await withProvider(billing, { kind: 'pay' }, () =>
    withCardErrors(async () => {
      if (!(await sandbox.confirmPayment(clientSecret, card))) throw notFound()
    }),
  )
}

/** Replaces the card of the sandbox's customer, as its portal would, and reads what that has changed. */
async function replaceCardInSandbox(
  billing: BillingDeps,
  sandbox: SandboxPayments,
  { userId, card }: { userId: string; card: CardEntry },
): Promise<void> {
  const { db } = billing.context
  const customerId = await findCustomerId(db, userId, sandbox.name)
  if (customerId === null || !hasPayments(billing)) throw new ApiError('not_subscribed')
  await withCardErrors(() => sandbox.replaceCard(customerId, card))
  for (const row of await listLiveSubscriptions(db, userId, sandbox.name)) await syncShared(billing, row)
}

async function withCardErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof CardDeclinedError ? new ApiError('payment_failed', { message: error.message }) : error
  }
}

/** What is connected, and what has happened, for Admin → Payments. */
async function readPaymentsState(billing: BillingDeps, origin: string): Promise<PaymentsState> {
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
async function testPayments({ payments, context }: BillingDeps): Promise<PaymentsTest> {
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
