import type { Client } from '#tests/support/test-app.ts'
import { createTestApp, type TestApp, type TestAppOptions } from '#tests/support/test-app.ts'
import { FakeStripe } from './fake-stripe.ts'
import type { EventRecord } from './stripe-records.ts'

export const subscribeRequest = { tier: 'premium', customerEmail: 'ada@example.com', customerName: 'Ada Quill' }

/** A server with Stripe as its payment service, and that Stripe. Their clocks are the same. */
export interface StripeApp {
  app: TestApp
  stripe: FakeStripe
  /** Delivers webhooks by HTTP and waits until they are processed. */
  deliver(events: EventRecord[]): Promise<void>
  /** Subscribes and returns the id of Stripe's subscription, unpaid. */
  subscribe(player: Client): Promise<string>
  close(): Promise<void>
}

export async function createStripeApp(options: TestAppOptions = {}): Promise<StripeApp> {
  let now = Date.now
  const stripe = new FakeStripe(() => now())
  await stripe.listen()
  const app = await createTestApp({ ...options, env: { ...stripe.env, ...options.env } })
  now = () => app.clock.now()
  return {
    app,
    stripe,
    async deliver(events) {
      for (const event of events) {
        const status = await stripe.deliver(event, app.url, { at: app.clock.now() })
        if (status !== 200) throw new Error(`The webhook was answered with ${status}.`)
      }
      await waitForEvents(app)
    },
    async subscribe(player) {
      await player.post('/api/create-subscription', subscribeRequest)
      const rows = app.context.db.selectFrom('subscriptions').selectAll().where('user_id', '=', player.id)
      const row = await rows.where('status', '=', 'incomplete').executeTakeFirstOrThrow()
      return row.provider_subscription_id ?? ''
    },
    async close() {
      await app.close()
      await stripe.close()
    },
  }
}

/** Resolves when no event is due. */
export async function waitForEvents(app: TestApp): Promise<void> {
  await app.paymentEvents.processPending()
}
