import type { FastifyRequest } from 'fastify'
import { addressOf } from '#server/http/address.ts'
import { createRoutes } from '#server/http/create-routes.ts'
import { createLimiter, limits } from '#server/http/rate-limit.ts'
import { SandboxPayments } from '#server/providers/payments/sandbox/sandbox.ts'
import {
  InvoicesResponse,
  OwnSubscriptionResponse,
  PaymentsResponse,
  PaymentsState,
  PaymentsTest,
  PortalResponse,
  SandboxCard,
  SandboxPayment,
  SandboxPaymentResponse,
  SubscribeRequest,
  SubscribeResponse,
} from '#shared/billing.ts'
import type { BillingDeps } from './billing-deps.ts'
import { findOwnSubscription, listOwnInvoices, openPortal, setCancelled } from './manage-subscription.ts'
import { payInSandbox, replaceCardInSandbox } from './pay-in-sandbox.ts'
import { readPaymentsState, testPayments } from './payments-state.ts'
import { subscribe } from './subscribe.ts'

const limited = { access: 'signed-in', limit: 'billing' } as const

export function billingRoutes(billing: BillingDeps) {
  return createRoutes(async (app) => {
    const { context, payments } = billing

    app.get(
      '/api/payments',
      { config: { access: 'public' }, schema: { response: { 200: PaymentsResponse } } },
      async () => ({
        provider: payments?.name ?? null,
        publishableKey: payments?.publishableKey ?? null,
        isTestMode: payments?.isTestMode ?? false,
        freeDailyMessages: context.env.freeDailyMessages,
      }),
    )

    app.post(
      '/api/create-subscription',
      {
        config: { access: 'signed-in', limit: 'subscribe' },
        schema: { body: SubscribeRequest, response: { 200: SubscribeResponse } },
      },
      async (request) => {
        const { viewer } = request
        return { clientSecret: await subscribe(billing, viewer, request.body) }
      },
    )

    await app.register(ownSubscriptionRoutes(billing))
    await app.register(adminRoutes(billing))
    if (payments instanceof SandboxPayments) await app.register(sandboxRoutes(billing, payments))
  })
}

/** The viewer's own subscription on the account page. A suspended user pays on, and so may read and cancel it. */
function ownSubscriptionRoutes(billing: BillingDeps) {
  return createRoutes((app) => {
    const subscriptionSchema = { response: { 200: OwnSubscriptionResponse } }
    const limitedSuspended = { access: 'signed-in-suspended', limit: 'billing' } as const

    app.get(
      '/api/subscription',
      { config: { access: 'signed-in-suspended' }, schema: subscriptionSchema },
      async ({ viewer }) => ({ subscription: await findOwnSubscription(billing, viewer) }),
    )

    for (const [action, isCancelled] of [
      ['cancel', true],
      ['resume', false],
    ] as const) {
      app.post(
        `/api/subscription/${action}`,
        { config: limitedSuspended, schema: subscriptionSchema },
        async ({ viewer }) => ({ subscription: await setCancelled(billing, viewer, isCancelled) }),
      )
    }

    app.get(
      '/api/subscription/invoices',
      { config: limitedSuspended, schema: { response: { 200: InvoicesResponse } } },
      async ({ viewer }) => ({ invoices: await listOwnInvoices(billing, viewer) }),
    )

    app.post(
      '/api/billing-portal',
      { config: limited, schema: { response: { 200: PortalResponse } } },
      async (request) => {
        const { viewer } = request
        return { url: await openPortal(billing, viewer, new URL('/settings', originOf(billing, request)).href) }
      },
    )
  })
}

const originOf = ({ context }: BillingDeps, { protocol, host }: FastifyRequest) =>
  context.env.publicUrl ?? `${protocol}://${host}`

function adminRoutes(billing: BillingDeps) {
  return createRoutes((app) => {
    app.get(
      '/api/admin/payments',
      { config: { access: 'admin' }, schema: { response: { 200: PaymentsState } } },
      async (request) => readPaymentsState(billing, originOf(billing, request)),
    )

    app.post(
      '/api/admin/payments/test',
      { config: { access: 'admin', limit: 'billing' }, schema: { response: { 200: PaymentsTest } } },
      () => testPayments(billing),
    )
  })
}

function sandboxRoutes(billing: BillingDeps, sandbox: SandboxPayments) {
  return createRoutes((app) => {
    const limitPayments = createLimiter(app, billing.context, limits.sandboxPayment)

    app.post(
      '/api/sandbox/confirm-payment',
      { config: { access: 'public' }, schema: { body: SandboxPayment, response: { 200: SandboxPaymentResponse } } },
      async (request) => {
        await limitPayments(addressOf(request))
        const { clientSecret, ...card } = request.body
        await payInSandbox(sandbox, clientSecret, card)
        return { status: 'succeeded' as const }
      },
    )

    app.post(
      '/api/sandbox/card',
      { config: { access: 'signed-in' }, schema: { body: SandboxCard, response: { 200: SandboxPaymentResponse } } },
      async (request) => {
        await limitPayments(addressOf(request))
        await replaceCardInSandbox(billing, sandbox, { userId: request.viewer.id, card: request.body })
        return { status: 'succeeded' as const }
      },
    )
  })
}
