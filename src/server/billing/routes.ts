import type { FastifyInstance, FastifyRequest } from 'fastify'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { SandboxPayments } from '#server/providers/payments/sandbox/sandbox.ts'
import { billingApi, ownSubscriptionApi, sandboxApi } from '#shared/billing.ts'
import type { BillingDeps } from './billing-deps.ts'
import { findOwnSubscription, listOwnInvoices, openPortal, setCancelled } from './manage-subscription.ts'
import { payInSandbox, replaceCardInSandbox } from './pay-in-sandbox.ts'
import { readPaymentsState, testPayments } from './payments-state.ts'
import { subscribe } from './subscribe.ts'

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
      url: await openPortal(billing, request.viewer, new URL('/settings', originOf(billing, request)).href),
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
