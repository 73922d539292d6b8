import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { allowPaymentForm } from '#server/billing/allow-payment-form.ts'
import { reconcile } from '#server/billing/sync/reconcile.ts'
import type { User } from '#shared/accounts.ts'
import type { BillingInvoice, OwnSubscription, PaymentsState, PaymentsTest } from '#shared/billing.ts'
import { signUpAdmin } from '#tests/support/moderation.ts'
import { createStripeApp, type StripeApp, subscribeRequest } from '#tests/support/stripe/stripe-app.ts'
import type { Client } from '#tests/support/test-app.ts'

const hour = 3_600_000
const day = 24 * hour
let setup: StripeApp
let player: Client

beforeAll(async () => {
  setup = await createStripeApp()
})
afterAll(() => setup.close())
beforeEach(async () => {
  player = await setup.app.signUp()
})

const subscribe = (client = player) => client.request('POST', '/api/create-subscription', subscribeRequest)
const accountType = async (client = player) => (await client.get<{ user: User }>('/api/auth/me')).user.accountType
const ownSubscription = async () =>
  (await player.get<{ subscription: OwnSubscription | null }>('/api/subscription')).subscription
const rowsOf = (client: Client) => setup.app.rows('subscriptions', { user_id: client.id })
const eventsOf = (id: string) => setup.stripe.records.events.filter(({ data }) => JSON.stringify(data).includes(id))
const customersOf = (client: Client) =>
  [...setup.stripe.records.customers.values()].filter(({ metadata }) => metadata.user_id === client.id)

/** Subscribes and pays; the account is Premium afterwards. */
async function becomePremium(): Promise<string> {
  const id = await setup.subscribe(player)
  const { records } = setup.stripe
  expect(records.confirmPayment(records.clientSecretOf(records.get(id)), true)).toBeNull()
  await setup.deliver(eventsOf(id))
  expect(await accountType()).toBe('premium')
  return id
}

describe('subscribing', () => {
  it('returns the secret of the first invoice, and gives Premium once it is paid', async () => {
    const { records } = setup.stripe
    const response = await subscribe()
    expect(response.status).toBe(200)
    const [row] = await rowsOf(player)
    const id = row?.provider_subscription_id ?? ''
    expect(response.body).toEqual({ clientSecret: records.clientSecretOf(records.get(id)) })
    expect(customersOf(player)).toMatchObject([{ email: 'ada@example.com', name: 'Ada Quill' }])
    expect(await accountType()).toBe('free')

    records.confirmPayment(records.clientSecretOf(records.get(id)), true)
    // No webhook has arrived: the account itself is the reason to ask.
    setup.app.clock.advance(5_001)
    expect(await accountType()).toBe('premium')
    expect((await subscribe()).status).toBe(409)
  })

  it('after a declined card gives no Premium, and the same secret again', async () => {
    const id = await setup.subscribe(player)
    const { records } = setup.stripe
    const secret = records.clientSecretOf(records.get(id))
    expect(records.confirmPayment(secret, false)).toBe('Your card was declined.')
    await setup.deliver(eventsOf(id))
    expect(await accountType()).toBe('free')
    expect((await subscribe()).body).toEqual({ clientSecret: secret })
  })

  it('ends an unpaid subscription first, so that it cannot come back beside the new one', async () => {
    const id = await becomePremium()
    setup.stripe.records.renew(id, false)
    setup.stripe.records.giveUp(id, 'unpaid')
    await setup.deliver(eventsOf(id))
    expect(await accountType()).toBe('free')
    await setup.subscribe(player)
    expect(setup.stripe.records.get(id).status).toBe('canceled')
  })
})

describe('when Stripe fails', () => {
  it.each([
    ['an error that Stripe repeats for the same key', [500, 500, 500]],
    ['a closed connection', [0, 0, 0]],
    ['a rejected request', [400]],
    ['too many requests', [429, 429, 429]],
  ])('%s is a 502 without details, and the next attempt succeeds', async (_, failures) => {
    setup.stripe.failures.push(...failures)
    const response = await subscribe()
    expect(response.status).toBe(502)
    expect(JSON.stringify(response.body)).not.toMatch(/stripe|fake/i)
    setup.stripe.failures.splice(0)
    expect((await subscribe()).status).toBe(200)
    expect(await accountType()).toBe('free')
  })

  it('no key and no client secret is logged', () => {
    const log = setup.app.logged()
    expect(log).toContain('a request to the payment provider failed')
    for (const text of ['sk_test_', 'whsec_', '_secret_', 'ada@example.com']) expect(log).not.toContain(text)
  })

  it('a price other than the one on the page cannot be bought', async () => {
    const other = await createStripeApp()
    const [price] = other.stripe.records.prices
    if (!price?.recurring) throw new Error('The fake has no price.')
    const right = structuredClone(price)
    const wrong = [
      { unit_amount: 1999 },
      { currency: 'eur' },
      { currency: 'jpy' },
      { recurring: { ...price.recurring, interval: 'year' } },
      { recurring: { ...price.recurring, interval_count: 2 } },
      { recurring: null },
    ]
    const client = await other.app.signUp()
    try {
      for (const change of wrong) {
        Object.assign(price, right, change)
        const logged = other.app.logged().length
        const response = await client.request('POST', '/api/create-subscription', subscribeRequest)
        expect(response.status, JSON.stringify(change)).toBe(502)
        expect(other.app.logged().slice(logged)).toContain('is not $9.99 per month')
      }
      expect(other.stripe.records.subscriptions.size).toBe(0)
    } finally {
      await other.close()
    }
  })
})

describe('a paid subscription', () => {
  it('is shown with its renewal, cancelled and resumed', async () => {
    const id = await becomePremium()
    const { current_period_end } = setup.stripe.records.get(id).items.data[0]
    const end = current_period_end * 1000
    expect(await ownSubscription()).toEqual({ state: 'active', renewsAt: end, endsAt: null })
    const cancelled = await player.post('/api/subscription/cancel')
    expect(cancelled).toEqual({ subscription: { state: 'cancelled', renewsAt: null, endsAt: end } })
    expect(setup.stripe.records.get(id).cancel_at_period_end).toBe(true)
    expect(await accountType()).toBe('premium')
    const resumed = await player.post('/api/subscription/resume')
    expect(resumed).toEqual({ subscription: { state: 'active', renewsAt: end, endsAt: null } })
    expect(setup.stripe.records.get(id).cancel_at_period_end).toBe(false)
  })

  it('that was cancelled with a date in the portal can be resumed', async () => {
    const id = await becomePremium()
    const record = setup.stripe.records.get(id)
    record.cancel_at = record.items.data[0].current_period_end
    await reconcileAll()
    expect((await ownSubscription())?.state).toBe('cancelled')
    await player.post('/api/subscription/resume')
    expect(record.cancel_at).toBeNull()
  })

  it('ends with its period once cancelled: the account is free, and cannot change it', async () => {
    const id = await becomePremium()
    await player.post('/api/subscription/cancel')
    setup.app.clock.advance(30 * day + hour)
    await player.post('/api/auth/login', { username: player.user?.username, password: 'quiet-harbor' })
    setup.stripe.records.renew(id, true)
    // Without a webhook.
    expect(await accountType()).toBe('free')
    expect(await ownSubscription()).toMatchObject({ state: 'ended', renewsAt: null })
    expect((await player.request('POST', '/api/subscription/resume')).status).toBe(409)
    expect((await subscribe()).status).toBe(200)
  })

  it('keeps Premium while a failed renewal is tried again, and loses it when Stripe gives up', async () => {
    const id = await becomePremium()
    setup.stripe.records.renew(id, false)
    await setup.deliver(eventsOf(id))
    expect(await accountType()).toBe('premium')
    expect((await ownSubscription())?.state).toBe('past_due')
    setup.stripe.records.giveUp(id, 'canceled')
    await setup.deliver(eventsOf(id))
    expect(await accountType()).toBe('free')
  })

  it('lists its invoices, and opens the portal of its own customer', async () => {
    const id = await becomePremium()
    setup.stripe.records.renew(id, false)
    const { invoices } = await player.get<{ invoices: BillingInvoice[] }>('/api/subscription/invoices')
    expect(invoices).toMatchObject([
      { amount: 999, currency: 'usd', isPaid: false, url: expect.stringMatching(/^https:/) },
      { amount: 999, currency: 'usd', isPaid: true },
    ])
    const { url } = await player.post<{ url: string }>('/api/billing-portal')
    expect(url).toBe(`https://billing.stripe.com/p/session/${setup.stripe.records.get(id).customer}`)
    const other = await setup.app.signUp()
    expect(await other.get('/api/subscription/invoices')).toEqual({ invoices: [] })
    for (const path of ['/api/billing-portal', '/api/subscription/cancel', '/api/subscription/resume']) {
      expect((await other.request('POST', path)).status).toBe(409)
    }
  })

  it('is in the audit log with each change of its status', async () => {
    const id = await becomePremium()
    setup.stripe.records.end(id)
    await setup.deliver(eventsOf(id))
    const entries = await setup.app.rows('audit_entries', { target_id: player.id })
    const changes = entries.map(({ action, actor_id, facts }) => {
      const { before, after } = JSON.parse(facts)
      return [action, actor_id, before, after]
    })
    expect(changes).toEqual([
      ['change_subscription', null, 'incomplete', 'active'],
      ['change_subscription', null, 'active', 'canceled'],
    ])
  })

  it('is reconciled once a day without webhooks', async () => {
    const id = await becomePremium()
    setup.stripe.records.end(id)
    expect(await accountType()).toBe('premium')
    await reconcileAll()
    expect(await accountType()).toBe('free')
  })
})

async function reconcileAll(): Promise<void> {
  setup.app.clock.advance(day)
  expect(await reconcile(setup.app.billing)).toBeGreaterThan(0)
}

it('the admin page of payments shows what is connected, and what is wrong in plain words', async () => {
  const other = await createStripeApp()
  try {
    const admin = await signUpAdmin(other.app)
    const state = () => admin.get<PaymentsState>('/api/admin/payments')
    const test = () => admin.post<PaymentsTest>('/api/admin/payments/test')
    expect(await state()).toEqual({
      provider: 'stripe',
      isTestMode: true,
      webhookUrl: `${other.app.url}/api/webhooks/stripe`,
      lastWebhookAt: null,
      pendingWebhooks: 0,
      subscriptions: { active: 0, cancelled: 0, pastDue: 0 },
    })
    Object.assign(other.stripe.records.prices[0] ?? {}, { unit_amount: 1999 })
    expect(await test()).toMatchObject({ ok: false, message: expect.stringContaining('is not $9.99 per month') })
    other.stripe.failures.push(401)
    expect(await test()).toMatchObject({ ok: false, message: expect.stringContaining('STRIPE_SECRET_KEY') })
    other.stripe.failures.push(0, 0, 0)
    expect(await test()).toMatchObject({ ok: false, message: expect.stringContaining('cannot be reached') })
    other.stripe.failures.splice(0)
    Object.assign(other.stripe.records.prices[0] ?? {}, { unit_amount: 999 })
    expect(await test()).toMatchObject({ ok: true })
    for (const status of ['renews', 'cancelled', 'past due']) {
      const id = await other.subscribe(await other.app.signUp())
      other.stripe.records.confirmPayment(other.stripe.records.clientSecretOf(other.stripe.records.get(id)), true)
      if (status === 'cancelled') other.stripe.records.setCancelAtPeriodEnd(id, true)
      if (status === 'past due') other.stripe.records.renew(id, false)
    }
    await other.deliver(other.stripe.records.events)
    const after = await state()
    expect(after.subscriptions).toEqual({ active: 1, cancelled: 1, pastDue: 1 })
    expect(after.lastWebhookAt).toEqual(expect.any(Number))
    expect(JSON.stringify(after)).not.toMatch(/sk_|whsec_/)
  } finally {
    await other.close()
  }
})

describe('deleting an account', () => {
  const requestDeletion = () => player.request('POST', '/api/auth/deletion', { password: 'quiet-harbor' })

  it('cancels its subscription first', async () => {
    const id = await becomePremium()
    expect((await requestDeletion()).status).toBe(200)
    expect(setup.stripe.records.get(id)).toMatchObject({ status: 'active', cancel_at_period_end: true })
  })

  it('cancels an unpaid subscription at once', async () => {
    const id = await setup.subscribe(player)
    expect((await requestDeletion()).status).toBe(200)
    expect(setup.stripe.records.get(id).status).toBe('incomplete_expired')
  })

  it('is refused while Stripe does not answer', async () => {
    const id = await becomePremium()
    setup.stripe.failures.push(500, 500, 500)
    expect((await requestDeletion()).status).toBe(502)
    setup.stripe.failures.splice(0)
    expect(await accountType()).toBe('premium')
    expect(setup.stripe.records.get(id).cancel_at_period_end).toBe(false)
  })
})

describe('the Content-Security-Policy', () => {
  const policy = "default-src 'self';script-src 'self';connect-src 'self'"

  it('allows the form of Stripe on the payment step only, and only with Stripe', () => {
    const widened = allowPaymentForm(setup.app.billing, '/subscribe?step=payment', policy)
    expect(widened.split(';')).toEqual([
      "default-src 'self'",
      "script-src 'self' https://js.stripe.com https://*.js.stripe.com",
      "connect-src 'self' https://api.stripe.com",
      'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
    ])
    for (const url of ['/subscribe', '/settings', '/', '/subscribe?step=payment&x=1']) {
      expect(allowPaymentForm(setup.app.billing, url, policy)).toBe(policy)
    }
    const without = { context: setup.app.context, payments: null }
    expect(allowPaymentForm(without, '/subscribe?step=payment', policy)).toBe(policy)
  })
})

it('a dispute raises a flag about the account, once', async () => {
  const id = await becomePremium()
  const charge = setup.stripe.records.dispute(id)
  const [event] = setup.stripe.records.events.slice(-1)
  if (!event) throw new Error('No event.')
  await setup.deliver([event, event])
  expect(await setup.app.rows('flags', { target_id: player.id })).toMatchObject([
    {
      category: 'payment_dispute',
      source: 'payment',
      status: 'open',
      report_count: 1,
      details: expect.stringContaining(charge),
    },
  ])
  expect(await accountType()).toBe('premium')
})

it('subscriptions of the sandbox end once Stripe is connected', async () => {
  const now = setup.app.clock.now()
  const row = {
    id: setup.app.context.ids.uuid(),
    user_id: player.id,
    provider: 'sandbox',
    provider_subscription_id: 'sub_sandbox_1',
    status: 'active',
    current_period_end: null,
    cancels_at: null,
    version: 0,
    checked_at: now,
    created_at: now,
    updated_at: now,
  } as const
  const { db } = setup.app.context
  await db.insertInto('subscriptions').values(row).execute()
  await db.updateTable('users').set({ account_type: 'premium' }).where('id', '=', player.id).execute()
  await reconcile(setup.app.billing)
  expect(await accountType()).toBe('free')
  expect((await subscribe()).status).toBe(200)
})
