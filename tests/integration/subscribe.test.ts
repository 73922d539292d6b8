import { beforeAll, describe, expect, it } from 'vitest'
import type { User } from '#shared/accounts.ts'
import { subscribeMessages } from '#shared/customer.ts'
import type { ErrorBody } from '#shared/errors.ts'
import { type CardEntry, testCards } from '#shared/payment-card.ts'
import { type ApiResponse, type Client, createOwnApp, createSharedApp } from '#tests/support/test-app.ts'

const hour = 3_600_000
const request = { tier: 'premium', customerEmail: 'ada@example.com', customerName: 'Ada Quill' }
const card: CardEntry = { number: testCards.succeeds, expiry: '12 / 40', cvc: '123' }

const app = await createSharedApp()

const subscribe = (player: Client, body: unknown = request) => player.request('POST', '/api/create-subscription', body)
const pay = (clientSecret: string, entry = card) =>
  app.visitor().request('POST', '/api/sandbox/confirm-payment', { clientSecret, ...entry })
const accountType = async (player: Client) => (await player.get<{ user: User }>('/api/auth/me')).user.accountType

async function clientSecretOf(player: Client): Promise<string> {
  const { clientSecret } = await player.post<{ clientSecret: string }>('/api/create-subscription', request)
  return clientSecret
}

function expectError(response: ApiResponse, status: number, code: string): ErrorBody {
  expect(response.status).toBe(status)
  expect(response.body).toMatchObject({ code, requestId: expect.any(String) })
  return response.body as ErrorBody
}

const subscriptionsOf = (player: Client) => app.rows('subscriptions', { user_id: player.id })

describe('POST /api/create-subscription', () => {
  it('makes a free account premium after its first payment, and not before (spec 7.calls.subscription)', async () => {
    const player = await app.signUp()
    const response = await subscribe(player)
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ clientSecret: expect.stringMatching(/^\S{40,}$/) })
    expect(await accountType(player)).toBe('free')

    app.clock.advance(5_001)
    expect((await pay((response.body as { clientSecret: string }).clientSecret)).body).toEqual({ status: 'succeeded' })
    expect(await subscriptionsOf(player)).toMatchObject([{ status: 'incomplete' }])
    expect(await accountType(player)).toBe('premium')
    expect(await subscriptionsOf(player)).toMatchObject([{ status: 'active' }])
  })

  it('returns the same secret while the subscription is unpaid, and saves corrected details', async () => {
    const player = await app.signUp()
    const secret = await clientSecretOf(player)
    const again = await subscribe(player, { ...request, customerEmail: 'ada.quill@example.com' })
    expect(again.body).toEqual({ clientSecret: secret })
    const customers = await app.rows('sandbox_customers', { user_id: player.id }, 'email')
    expect(customers).toEqual([{ email: 'ada.quill@example.com' }])
  })

  it('returns 409 after the payment, before and after the account is updated', async () => {
    const player = await app.signUp()
    await pay(await clientSecretOf(player))
    expectError(await subscribe(player), 409, 'already_subscribed')
    expect(await accountType(player)).toBe('premium')
    expectError(await subscribe(player), 409, 'already_subscribed')
  })

  it('returns 409 for premium and admin accounts', async () => {
    for (const accountType of ['premium', 'admin'] as const) {
      const player = await app.signUp(undefined, { accountType })
      expectError(await subscribe(player), 409, 'already_subscribed')
      expect(await subscriptionsOf(player)).toEqual([])
    }
  })

  it('creates a new subscription for the same customer when the unpaid one has expired', async () => {
    const player = await app.signUp()
    const secret = await clientSecretOf(player)
    app.clock.advance(23 * hour)
    const next = await clientSecretOf(player)
    expect(next).not.toBe(secret)
    expect((await subscriptionsOf(player)).map(({ status }) => status).toSorted()).toEqual([
      'incomplete',
      'incomplete_expired',
    ])
    expectError(await pay(secret), 404, 'not_found')
    expect((await pay(next)).status).toBe(200)
    expect(await accountType(player)).toBe('premium')
    expect(await app.rows('sandbox_customers', { user_id: player.id }, 'id')).toHaveLength(1)
  })

  it('continues a subscription whose provider id was not saved because the server stopped', async () => {
    const player = await app.signUp()
    const secret = await clientSecretOf(player)
    await app.change('subscriptions', { user_id: player.id }, { provider_subscription_id: null })
    expect(await accountType(player)).toBe('free')
    expect(await clientSecretOf(player)).toBe(secret)
    await pay(secret)
    expect(await accountType(player)).toBe('premium')
  })
})

describe('the subscribe form', () => {
  let player: Client
  beforeAll(async () => {
    player = await app.signUp()
  })

  it.each([
    ['an empty body', {}, ['tier', 'customerEmail', 'customerName'], subscribeMessages.missing],
    ['another plan', { ...request, tier: 'free' }, ['tier'], subscribeMessages.missing],
    ['a name that is a number', { ...request, customerName: 7 }, ['customerName'], subscribeMessages.missing],
    ['half an e-mail', { ...request, customerEmail: 'ada@' }, ['customerEmail'], subscribeMessages.email],
  ])('rejects %s', async (_, body, fields, message) => {
    const { error, fields: invalid = {} } = expectError(await subscribe(player, body), 400, 'validation_failed')
    expect(error).toMatch(message)
    expect(Object.keys(invalid)).toEqual(fields)
    expect(await subscriptionsOf(player)).toEqual([])
  })
})

describe('the card form of the sandbox', () => {
  let player: Client
  let secret: string
  beforeAll(async () => {
    player = await app.signUp()
    secret = await clientSecretOf(player)
  })

  it.each([
    ['a declined card', { ...card, number: testCards.declined }, 'Your card was declined.'],
    ['a card without funds', { ...card, number: testCards.insufficientFunds }, 'Your card has insufficient funds.'],
    ['an empty form', { number: '', expiry: '', cvc: '' }, 'Do not use a real card'],
  ])('rejects %s', async (_, entry, message) => {
    expect(expectError(await pay(secret, entry), 402, 'payment_failed').error).toContain(message)
    app.clock.advance(5_001)
    expect(await accountType(player)).toBe('free')
  })

  it('returns 404 without the right secret', async () => {
    for (const guess of ['', secret.slice(0, -1), `${secret}x`, secret.split('_secret_')[0] ?? '', '%']) {
      expectError(await pay(guess), 404, 'not_found')
    }
  })

  it('accepts another card after a declined one, and treats a repeated payment as the same one', async () => {
    const responses = await Promise.all([pay(secret), pay(secret)])
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    expect((await pay(secret, { ...card, number: testCards.declined })).status).toBe(200)
    app.clock.advance(5_001)
    expect(await accountType(player)).toBe('premium')
  })

  it('stores and logs no card number', async () => {
    const tables = ['subscriptions', 'payment_customers', 'sandbox_customers', 'sandbox_subscriptions'] as const
    const stored = await Promise.all(tables.map((table) => app.context.db.selectFrom(table).selectAll().execute()))
    const text = JSON.stringify(stored) + app.logged()
    expect(text).toContain('ada@example.com')
    for (const number of [testCards.succeeds, testCards.declined, '5555555555554444', '4242 4242']) {
      expect(text).not.toContain(number)
    }
  })
})

describe('checks with the payment provider', () => {
  it('happen at most once in five seconds per account', async () => {
    const player = await app.signUp()
    const secret = await clientSecretOf(player)
    expect(await accountType(player)).toBe('free')
    await pay(secret)
    // The rest of the five seconds is for a slow machine.
    app.clock.advance(500)
    expect(await accountType(player)).toBe('free')
    app.clock.advance(5_000)
    expect(await accountType(player)).toBe('premium')
  })

  it('leave the account unchanged when the provider fails', async () => {
    const player = await app.signUp()
    await clientSecretOf(player)
    await app.context.db.deleteFrom('sandbox_customers').where('user_id', '=', player.id).execute()
    expect(await accountType(player)).toBe('free')
    expectError(await subscribe(player), 502, 'payments_unavailable')
    expect(app.logged()).toContain('The sandbox has no')
  })
})

describe('concurrent requests', () => {
  it('a hundred concurrent requests create one subscription, one customer and one secret', async () => {
    const player = await app.signUp()
    const responses = await Promise.all(Array.from({ length: 100 }, () => subscribe(player)))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(responses.map(({ body }) => (body as { clientSecret: string }).clientSecret)).size).toBe(1)
    expect(await subscriptionsOf(player)).toHaveLength(1)
    const customers = await app.rows('sandbox_customers', { user_id: player.id })
    expect(customers).toHaveLength(1)
    const customerId = customers[0]?.id ?? ''
    expect(await app.rows('sandbox_subscriptions', { customer_id: customerId })).toHaveLength(1)
  })
})

it('GET /api/payments names the payment provider without a session', async () => {
  expect(await app.visitor().get('/api/payments')).toEqual({
    provider: 'sandbox',
    publishableKey: null,
    isTestMode: true,
    freeDailyMessages: 50,
  })
})

it.each<{ where: string; env: Record<string, string> }>([
  { where: 'in production', env: { NODE_ENV: 'production' } },
  { where: 'with an https address', env: { PUBLIC_URL: 'https://troupe.example' } },
])('$where without a provider, subscribing returns 503 and the sandbox routes do not exist', async ({ env }) => {
  const other = await createOwnApp({ env })
  const player = await other.signUp()
  expectError(await subscribe(player), 503, 'payments_not_configured')
  expectError(await subscribe(other.visitor()), 401, 'unauthenticated')
  expectError(
    await player.request('POST', '/api/sandbox/confirm-payment', { clientSecret: 'x', ...card }),
    404,
    'not_found',
  )
  expect(await player.get('/api/payments')).toEqual({
    provider: null,
    publishableKey: null,
    isTestMode: false,
    freeDailyMessages: 50,
  })
  expect((await player.get<{ user: User }>('/api/auth/me')).user.accountType).toBe('free')
})

it('payment attempts are limited to thirty', async () => {
  const other = await createOwnApp({ env: { RATE_LIMITS: 'on' } })
  const attemptPayment = () =>
    other.visitor().request('POST', '/api/sandbox/confirm-payment', { clientSecret: 'x', ...card })
  for (let tries = 0; tries < 30; tries += 1) expect((await attemptPayment()).status).toBe(404)
  const response = await attemptPayment()
  expectError(response, 429, 'too_many_requests')
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
})
