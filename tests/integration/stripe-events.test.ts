import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { User } from '#shared/accounts.ts'
import { stripeKeys } from '#tests/support/stripe/fake-stripe.ts'
import { createStripeApp, type StripeApp, subscribeRequest } from '#tests/support/stripe/stripe-app.ts'
import type { EventRecord } from '#tests/support/stripe/stripe-records.ts'
import { createOwnApp } from '#tests/support/test-app.ts'

const other = 'whsec_anothersecret'
let setup: StripeApp
let event: EventRecord
let subscriptionId: string

beforeAll(async () => {
  setup = await createStripeApp({ env: { STRIPE_WEBHOOK_SECRET: `${other}, ${stripeKeys.webhook}` } })
  subscriptionId = await setup.subscribe(await setup.app.signUp())
  event = setup.stripe.records.events[0] as EventRecord
})
afterAll(() => setup.close())

const storedEvents = () => setup.app.rows('payment_events')

async function post(body: string | Uint8Array<ArrayBuffer>, signature?: string, type = 'application/json') {
  const headers = { 'content-type': type, ...(signature === undefined ? {} : { 'stripe-signature': signature }) }
  return (await setup.app.visitor().raw('/api/webhooks/stripe', { method: 'POST', headers, body })).status
}

describe('a webhook', () => {
  it('with a forged or stale signature is refused, and stored nowhere', async () => {
    const now = setup.app.clock.now()
    const { payload, signature } = setup.stripe.sign(event, { at: now })
    const [time = '', digest = ''] = signature.split(',')
    const stale = (seconds: number) => setup.stripe.sign(event, { at: now + seconds * 1000 }).signature
    const attempts: [string, string | undefined][] = [
      [payload, undefined],
      [payload, ''],
      [payload, time],
      [payload, digest],
      [payload, `${time},v0=${digest.slice(3)}`],
      [`${payload} `, signature],
      [payload.replace('incomplete', 'active'), signature],
      ['{}', signature],
      ['', signature],
      [payload, 't=,v1='],
      [payload, `t=${'9'.repeat(400)},${digest}`],
    ]
    for (let index = attempts.length; index < 500; index += 1) {
      const kinds: [string, string][] = [
        [payload, setup.stripe.sign(event, { at: now, secret: `whsec_guess${index}` }).signature],
        [payload, stale(-301 - index)],
        [payload, stale(310 + index)],
        [payload, `${time},v1=${flipDigit(digest.slice(3), index)}`],
        [payload, signature.replace(time, `t=${Math.floor(now / 1000) - (index % 300) - 1}`)],
        [flipByte(payload, index), signature],
      ]
      attempts.push(kinds[index % kinds.length] as [string, string])
    }
    const statuses = new Map<number, number>()
    for (const [body, header] of attempts) {
      const status = await post(body, header)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    expect([...statuses]).toEqual([[400, 500]])
    expect(await storedEvents()).toEqual([])
  })

  it('is accepted once, with each of the secrets', async () => {
    const at = setup.app.clock.now()
    for (const secret of [stripeKeys.webhook, other]) {
      const { payload, signature } = setup.stripe.sign(event, { at, secret })
      expect(await post(payload, signature)).toBe(200)
      expect(await post(payload, signature, 'text/plain')).toBe(415)
    }
    expect(await storedEvents()).toMatchObject([{ id: event.id, subscription_id: subscriptionId }])
  })

  it('without an id is refused, and an invoice of an older API version names its subscription', async () => {
    const at = setup.app.clock.now()
    const send = async (changed: object) => {
      const { payload, signature } = setup.stripe.sign({ ...event, ...changed } as EventRecord, { at })
      return post(payload, signature)
    }
    expect([await send({ id: undefined }), await send({ id: 7 }), await send({ type: null })]).toEqual([400, 400, 400])
    const data = { object: { id: 'in_old', subscription: subscriptionId } }
    expect(await send({ id: 'evt_old', type: 'invoice.paid', api_version: '2024-06-20', data })).toBe(200)
    const stored = await storedEvents()
    expect(stored.find(({ id }) => id === 'evt_old')).toMatchObject({ subscription_id: subscriptionId })
  })

  it('of a subscription that is not ours, or of another type, is accepted and changes nothing', async () => {
    const { records } = setup.stripe
    const foreign = records.createSubscription(records.createCustomer({}).id, 'price_premium', {})
    const unknown = { ...event, id: 'evt_unknown', type: 'plan.created', data: { object: {} } } as EventRecord
    await setup.deliver([...records.events.filter(({ data }) => data.object.id === foreign.id), unknown])
    const stored = await storedEvents()
    expect(stored.filter(({ processed_at }) => processed_at === null)).toEqual([])
  })

  it('of a subscription that was created in Stripe’s dashboard gives Premium to the account of its customer', async () => {
    const { records } = setup.stripe
    const player = await setup.app.signUp()
    const first = records.get(await setup.subscribe(player))
    const create = (price: string) => records.createSubscription(first.customer, price, {})
    const eventsOf = (...ids: string[]) =>
      records.events.filter(({ data: { object } }) => ids.includes(String(object.id)))
    const rows = () => setup.app.rows('subscriptions', { user_id: player.id }, 'provider_subscription_id', 'status')
    const accountType = async () => (await player.get<{ user: User }>('/api/auth/me')).user.accountType

    // While the account has an open one, another one is not read.
    const second = create('price_premium')
    records.confirmPayment(records.clientSecretOf(second), true)
    await setup.deliver(eventsOf(second.id))
    expect(await rows()).toEqual([{ provider_subscription_id: first.id, status: 'incomplete' }])
    records.expire(first.id)
    await setup.deliver(eventsOf(first.id).slice(-1))
    // Nor is one at another price.
    const other = create('price_of_something_else')
    records.confirmPayment(records.clientSecretOf(other), true)
    await setup.deliver(eventsOf(other.id))
    expect(await accountType()).toBe('free')

    records.renew(second.id, true)
    await setup.deliver(eventsOf(second.id).slice(-1))
    expect(await accountType()).toBe('premium')
    expect((await rows())[1]).toEqual({ provider_subscription_id: second.id, status: 'active' })
    expect((await player.request('POST', '/api/create-subscription', subscribeRequest)).status).toBe(409)
    records.end(second.id)
    await setup.deliver(eventsOf(second.id).slice(-1))
    expect(await accountType()).toBe('free')
  })

  it('that cannot be processed is tried again later', async () => {
    setup.stripe.records.expire(subscriptionId)
    const [expired] = setup.stripe.records.events.slice(-1) as [EventRecord]
    setup.stripe.failures.push(500, 500, 500)
    await setup.deliver([expired])
    setup.stripe.failures.splice(0)
    const find = async () => (await storedEvents()).find(({ id }) => id === expired.id)
    expect(await find()).toMatchObject({ processed_at: null })
    setup.app.clock.advance(31_000)
    await setup.app.paymentEvents.processPending()
    expect(await find()).toMatchObject({ processed_at: expect.any(Number) })
    const row = await setup.app.row('subscriptions', { provider_subscription_id: subscriptionId })
    expect(row.status).toBe('incomplete_expired')
  })

  it('does not exist without Stripe', async () => {
    const sandbox = await createOwnApp()
    const { payload, signature } = setup.stripe.sign(event)
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    const init = { method: 'POST', headers, body: payload }
    expect((await sandbox.visitor().raw('/api/webhooks/stripe', init)).status).toBe(404)
  })
})

const flipDigit = (digest: string, index: number) => {
  const at = index % digest.length
  return digest.slice(0, at) + (digest[at] === '0' ? '1' : '0') + digest.slice(at + 1)
}
const flipByte = (text: string, index: number) => {
  const at = index % text.length
  return text.slice(0, at) + (text[at] === '1' ? '2' : '1') + text.slice(at + 1)
}

it('events that arrive together, twice and in another order end in the state that Stripe holds', async () => {
  const { records } = setup.stripe
  const player = await setup.app.signUp()
  const id = await setup.subscribe(player)
  const from = records.events.length
  records.confirmPayment(records.clientSecretOf(records.get(id)), true)
  records.renew(id, false)
  records.payOpenInvoice(id)
  records.setCancelAtPeriodEnd(id, true)
  const events = records.events.slice(from).reverse()
  expect(events.length).toBeGreaterThan(5)
  await Promise.all([...events, ...events].map((one) => setup.deliver([one])))
  const { status, cancel_at, items } = records.get(id)
  expect(await setup.app.row('subscriptions', { provider_subscription_id: id })).toMatchObject({
    status,
    cancels_at: (cancel_at ?? 0) * 1_000,
    current_period_end: items.data[0].current_period_end * 1_000,
  })
  expect(await player.get('/api/auth/me')).toMatchObject({ user: { accountType: 'premium' } })
})
