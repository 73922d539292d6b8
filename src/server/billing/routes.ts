import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { addressOf } from '#server/http/address.ts'
import { createLimiter, limits } from '#server/http/rate-limit.ts'
import { SandboxPayments } from '#server/providers/payments/sandbox/sandbox.ts'
import {
  PaymentsResponse,
  SandboxPayment,
  SandboxPaymentResponse,
  SubscribeRequest,
  SubscribeResponse,
} from '#shared/billing.ts'
import type { BillingDeps } from './billing-deps.ts'
import { payInSandbox } from './pay-in-sandbox.ts'
import { subscribe } from './subscribe.ts'

export function billingRoutes(billing: BillingDeps) {
  return async (instance: FastifyInstance): Promise<void> => {
    const app = instance.withTypeProvider<ZodTypeProvider>()
    const { context, payments } = billing
    const limitSubscriptions = createLimiter(app, context, limits.subscribe)

    app.get(
      '/api/payments',
      { config: { access: 'public' }, schema: { response: { 200: PaymentsResponse } } },
      async () => ({ provider: payments?.name ?? null, freeDailyMessages: context.env.freeDailyMessages }),
    )

    app.post(
      '/api/create-subscription',
      { config: { access: 'signed-in' }, schema: { body: SubscribeRequest, response: { 200: SubscribeResponse } } },
      async (request) => {
        const { viewer } = request
        await limitSubscriptions(viewer.id)
        return { clientSecret: await subscribe(billing, viewer, request.body) }
      },
    )

    if (payments instanceof SandboxPayments) {
      const limitPayments = createLimiter(app, context, limits.sandboxPayment)
      app.post(
        '/api/sandbox/confirm-payment',
        { config: { access: 'public' }, schema: { body: SandboxPayment, response: { 200: SandboxPaymentResponse } } },
        async (request) => {
          await limitPayments(addressOf(request))
          const { clientSecret, ...card } = request.body
          await payInSandbox(payments, clientSecret, card)
          return { status: 'succeeded' as const }
        },
      )
    }
  }
}
