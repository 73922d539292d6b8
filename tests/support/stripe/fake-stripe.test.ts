import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FakeStripe, stripeKeys } from './fake-stripe.ts'

const fake = new FakeStripe()
let stripe: Stripe
beforeAll(async () => {
  await fake.listen()
  stripe = connect(stripeKeys.secret)
})
afterAll(() => fake.close())

function connect(key: string, config: Partial<Stripe.StripeConfig> = {}): Stripe {
  const { hostname, port } = new URL(fake.env.STRIPE_API_BASE ?? '')
  return new Stripe(key, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false, ...config })
}

const createSubscription = (params: object = {}, options: Stripe.RequestOptions = {}) => {
  const { id: customer } = fake.records.createCustomer({})
  const items = [{ price: 'price_premium' }]
  return stripe.subscriptions.create({ customer, items, payment_behavior: 'default_incomplete', ...params }, options)
}

describe('the fake of Stripe', () => {
  it('keeps subscriptions, and shows the secret of the first invoice only when it is expanded', async () => {
    const { id } = await createSubscription()
    const plain = await stripe.subscriptions.retrieve(id)
    expect(plain.latest_invoice).toEqual(expect.any(String))
    const { latest_invoice } = await stripe.subscriptions.retrieve(id, {
      expand: ['latest_invoice.confirmation_secret'],
    })
    expect(latest_invoice).toMatchObject({ status: 'open', confirmation_secret: { client_secret: expect.any(String) } })
    // Both were removed from the API in 2025.
    expect(plain).not.toHaveProperty('current_period_end')
    expect(latest_invoice).not.toHaveProperty('payment_intent')
  })

  it.each([
    ['an unknown parameter', { coupon: 'FREE' }, 'Received unknown parameter: coupon'],
    ['an unknown parameter inside another', { payment_settings: { card: 'x' } }, 'payment_settings.card'],
    ['a path that was removed', { expand: ['latest_invoice.payment_intent'] }, 'This property cannot be expanded'],
    ['an unknown price', { items: [{ price: 'price_other' }] }, 'No such price'],
    ['an unknown customer', { customer: 'cus_other' }, 'No such customer'],
    ['a payment without a card', { payment_behavior: 'allow_incomplete' }, 'no attached payment source'],
  ])('refuses %s', async (_, params, message) => {
    const before = fake.records.subscriptions.size
    await expect(createSubscription(params)).rejects.toThrow(message)
    expect(fake.records.subscriptions.size).toBe(before)
  })

  it('refuses another key, another version and another address', async () => {
    await expect(connect('sk_test_another').prices.list()).rejects.toMatchObject({ statusCode: 401 })
    const old = connect(stripeKeys.secret, { apiVersion: '2024-06-20' as Stripe.LatestApiVersion })
    await expect(old.prices.list()).rejects.toThrow('Unexpected version')
    await expect(stripe.coupons.list()).rejects.toThrow('Unrecognized request URL')
  })

  it('repeats the answer to an idempotency key, and refuses other parameters for it', async () => {
    const options = { idempotencyKey: 'once' }
    const created = await stripe.customers.create({ metadata: { user_id: '1' } }, options)
    const size = fake.records.customers.size
    expect((await stripe.customers.create({ metadata: { user_id: '1' } }, options)).id).toBe(created.id)
    await expect(stripe.customers.create({ metadata: { user_id: '2' } }, options)).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
    })
    expect(fake.records.customers.size).toBe(size)
  })

  it('answers 409 while the first request with a key is in progress, and repeats a stored error', async () => {
    fake.latency = 30
    const both = [1, 2].map(() => stripe.customers.create({}, { idempotencyKey: 'at once' }))
    const results = await Promise.allSettled(both)
    fake.latency = 0
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(results[1]).toMatchObject({ reason: { statusCode: 409, code: 'idempotency_key_in_use' } })
    fake.failures.push(500)
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const failed = stripe.customers.create({}, { idempotencyKey: 'fails' })
      await expect(failed).rejects.toMatchObject({ statusCode: 500 })
    }
  })

  it('does not change a subscription that has ended', async () => {
    const { id } = await createSubscription()
    await stripe.subscriptions.cancel(id)
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('incomplete_expired')
    const paid = await createSubscription()
    fake.records.confirmPayment(fake.records.clientSecretOf(fake.records.get(paid.id)), true)
    await stripe.subscriptions.cancel(paid.id)
    await expect(stripe.subscriptions.update(paid.id, { cancel_at_period_end: true })).rejects.toThrow('canceled')
    await expect(stripe.subscriptions.cancel(paid.id)).rejects.toMatchObject({ statusCode: 404 })
  })
})
