import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { User } from '#shared/accounts.ts'
import { type CardEntry, cardMessages, testCards } from '#shared/card.ts'
import { subscribeMessages } from '#shared/customer.ts'
import type { ErrorBody } from '#shared/errors.ts'
import { setAccountType } from '#tests/support/account-type.ts'
import { type ApiResponse, type Client, createTestApp, type TestApp } from '#tests/support/test-app.ts'

const hour = 3_600_000
const request = { tier: 'premium', customerEmail: 'ada@example.com', customerName: 'Ada Quill' }
const card: CardEntry = { number: testCards.succeeds, expiry: '12 / 40', cvc: '123' }
let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const ask = (player: Client, body: unknown = request) => player.request('POST', '/api/create-subscription', body)
const pay = (clientSecret: string, entry = card) =>
  app.visitor().request('POST', '/api/sandbox/confirm-payment', { clientSecret, ...entry })
const accountType = async (player: Client) => (await player.get<{ user: User }>('/api/auth/me')).user.accountType

async function secretFor(player: Client): Promise<string> {
  const { clientSecret } = await player.post<{ clientSecret: string }>('/api/create-subscription', request)
  return clientSecret
}

function expectRefusal(answer: ApiResponse, status: number, code: string): ErrorBody {
  expect(answer.status).toBe(status)
  expect(answer.body).toMatchObject({ code, requestId: expect.any(String) })
  return answer.body as ErrorBody
}

const subscriptionsOf = (player: Client) =>
  app.context.db.selectFrom('subscriptions').selectAll().where('user_id', '=', player.id).orderBy('id').execute()

describe('subscribing', () => {
  it('makes a free account Premium once its first payment has gone through, and not before', async () => {
    const player = await app.signUp()
    const answer = await ask(player)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ clientSecret: expect.stringMatching(/^\S{40,}$/) })
    expect(await accountType(player)).toBe('free')

    app.clock.advance(5_001)
    expect((await pay((answer.body as { clientSecret: string }).clientSecret)).body).toEqual({ status: 'succeeded' })
    expect(await subscriptionsOf(player)).toMatchObject([{ status: 'incomplete' }])
    expect(await accountType(player)).toBe('premium')
    expect(await subscriptionsOf(player)).toMatchObject([{ status: 'active' }])
  })

  it('answers the same secret while it is unpaid, and keeps the corrected details', async () => {
    const player = await app.signUp()
    const secret = await secretFor(player)
    const again = await ask(player, { ...request, customerEmail: 'ada.quill@example.com' })
    expect(again.body).toEqual({ clientSecret: secret })
    const customers = app.context.db.selectFrom('sandbox_customers').select('email').where('user_id', '=', player.id)
    expect(await customers.execute()).toEqual([{ email: 'ada.quill@example.com' }])
  })

  it('is 409 once it is paid, before and after the account knows', async () => {
    const player = await app.signUp()
    await pay(await secretFor(player))
    expectRefusal(await ask(player), 409, 'already_subscribed')
    expect(await accountType(player)).toBe('premium')
    expectRefusal(await ask(player), 409, 'already_subscribed')
  })

  it('is 409 for those who have it already', async () => {
    for (const accountType of ['premium', 'admin'] as const) {
      const player = await app.signUp()
      await setAccountType(app, player, { accountType })
      expectRefusal(await ask(player), 409, 'already_subscribed')
      expect(await subscriptionsOf(player)).toEqual([])
    }
  })

  it('starts afresh when what was not paid has lapsed, for the same customer', async () => {
    const player = await app.signUp()
    const secret = await secretFor(player)
    app.clock.advance(23 * hour)
    const next = await secretFor(player)
    expect(next).not.toBe(secret)
    expect((await subscriptionsOf(player)).map(({ status }) => status).toSorted()).toEqual([
      'incomplete',
      'incomplete_expired',
    ])
    expectRefusal(await pay(secret), 404, 'not_found')
    expect((await pay(next)).status).toBe(200)
    expect(await accountType(player)).toBe('premium')
    const customers = app.context.db.selectFrom('sandbox_customers').select('id').where('user_id', '=', player.id)
    expect(await customers.execute()).toHaveLength(1)
  })

  it('goes on where a server stopped before the provider had answered', async () => {
    const player = await app.signUp()
    const secret = await secretFor(player)
    const lost = { provider_subscription_id: null }
    await app.context.db.updateTable('subscriptions').set(lost).where('user_id', '=', player.id).execute()
    expect(await accountType(player)).toBe('free')
    expect(await secretFor(player)).toBe(secret)
    await pay(secret)
    expect(await accountType(player)).toBe('premium')
  })

  it('is for those who are signed in', async () => {
    expectRefusal(await ask(app.visitor()), 401, 'unauthenticated')
  })
})

describe('what the form must hold', () => {
  let player: Client
  beforeAll(async () => {
    player = await app.signUp()
  })

  it.each([
    ['nothing', {}, ['tier', 'customerEmail', 'customerName'], subscribeMessages.missing],
    ['another plan', { ...request, tier: 'free' }, ['tier'], subscribeMessages.missing],
    ['the highest there is', { ...request, tier: 'admin' }, ['tier'], subscribeMessages.missing],
    ['no e-mail', { ...request, customerEmail: '  ' }, ['customerEmail'], subscribeMessages.missing],
    ['no name', { ...request, customerName: '' }, ['customerName'], subscribeMessages.missing],
    ['a name that is none', { ...request, customerName: 7 }, ['customerName'], subscribeMessages.missing],
    ['half an e-mail', { ...request, customerEmail: 'ada@' }, ['customerEmail'], subscribeMessages.email],
    [
      'two lines',
      { ...request, customerEmail: 'a@b.example\nbcc: c@d.example' },
      ['customerEmail'],
      subscribeMessages.email,
    ],
    [
      'no end',
      { ...request, customerEmail: `${'a'.repeat(300)}@example.com` },
      ['customerEmail'],
      subscribeMessages.email,
    ],
  ])('%s', async (_, body, fields, message) => {
    const { error, fields: at = {} } = expectRefusal(await ask(player, body), 400, 'validation_failed')
    expect(error).toBe(message)
    expect(Object.keys(at)).toEqual(fields)
    expect(await subscriptionsOf(player)).toEqual([])
  })

  it('sets nothing else', async () => {
    const body = { ...request, status: 'active', accountType: 'premium', price: 0, user_id: 'somebody' }
    expect((await ask(player, body)).status).toBe(200)
    expect(await accountType(player)).toBe('free')
  })
})

describe('the sandbox’s card form', () => {
  let player: Client
  let secret: string
  beforeAll(async () => {
    player = await app.signUp()
    secret = await secretFor(player)
  })

  it.each([
    ['declined', { ...card, number: testCards.declined }, 'Your card was declined.', []],
    ['no money', { ...card, number: testCards.insufficientFunds }, 'Your card has insufficient funds.', []],
    ['expired', { ...card, expiry: '01 / 20' }, cardMessages.expiryPast, ['expiry']],
    ['a short CVC', { ...card, cvc: '12' }, cardMessages.cvcInvalid, ['cvc']],
    ['a wrong digit', { ...card, number: '4242424242424241' }, cardMessages.numberInvalid, ['number']],
    ['somebody’s own card', { ...card, number: '5555555555554444' }, cardMessages.numberReal, ['number']],
    ['empty', { number: '', expiry: '', cvc: '' }, cardMessages.numberMissing, ['number', 'expiry', 'cvc']],
  ])('refuses a card: %s', async (_, entry, message, fields) => {
    const { error, fields: at = {} } = expectRefusal(await pay(secret, entry), 402, 'payment_failed')
    expect(error).toBe(message)
    expect(Object.keys(at)).toEqual(fields)
    app.clock.advance(5_001)
    expect(await accountType(player)).toBe('free')
  })

  it('opens to nobody without the secret', async () => {
    for (const guess of ['', secret.slice(0, -1), `${secret}x`, secret.split('_secret_')[0] ?? '', '%']) {
      expectRefusal(await pay(guess), 404, 'not_found')
    }
  })

  it('takes another card after a refusal, and a second click for the first', async () => {
    const answers = await Promise.all([pay(secret), pay(secret)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await pay(secret, { ...card, number: testCards.declined })).status).toBe(200)
    app.clock.advance(5_001)
    expect(await accountType(player)).toBe('premium')
  })

  it('keeps no card, and logs none', async () => {
    const tables = ['subscriptions', 'payment_customers', 'sandbox_customers', 'sandbox_subscriptions'] as const
    const kept = await Promise.all(tables.map((table) => app.context.db.selectFrom(table).selectAll().execute()))
    const text = JSON.stringify(kept) + app.logged()
    expect(text).toContain('ada@example.com')
    for (const number of [testCards.succeeds, testCards.declined, '5555555555554444', '4242 4242']) {
      expect(text).not.toContain(number)
    }
  })
})

describe('asking the provider', () => {
  it('happens at most once in five seconds for one account', async () => {
    const player = await app.signUp()
    const secret = await secretFor(player)
    expect(await accountType(player)).toBe('free')
    await pay(secret)
    app.clock.advance(4_000)
    expect(await accountType(player)).toBe('free')
    app.clock.advance(1_100)
    expect(await accountType(player)).toBe('premium')
  })

  it('never makes an admin less', async () => {
    const player = await app.signUp()
    await pay(await secretFor(player))
    await setAccountType(app, player, { accountType: 'admin' })
    app.clock.advance(5_001)
    expect(await accountType(player)).toBe('admin')
  })

  it('leaves the account as it stands when the provider is at a loss', async () => {
    const player = await app.signUp()
    await secretFor(player)
    await app.context.db.deleteFrom('sandbox_customers').where('user_id', '=', player.id).execute()
    expect(await accountType(player)).toBe('free')
    expectRefusal(await ask(player), 502, 'payments_unavailable')
    expect(app.logged()).toContain('The sandbox has no')
  })
})

describe('many at once', () => {
  it('a hundred clicks are one subscription, one customer and one secret', async () => {
    const player = await app.signUp()
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask(player)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => (body as { clientSecret: string }).clientSecret)).size).toBe(1)
    const { db } = app.context
    expect(await subscriptionsOf(player)).toHaveLength(1)
    const customers = await db.selectFrom('sandbox_customers').selectAll().where('user_id', '=', player.id).execute()
    expect(customers).toHaveLength(1)
    const customerId = customers[0]?.id ?? ''
    const held = db.selectFrom('sandbox_subscriptions').selectAll().where('customer_id', '=', customerId)
    expect(await held.execute()).toHaveLength(1)
  })

  it('paying, asking and subscribing again all at once end in one active subscription', async () => {
    const player = await app.signUp()
    const secret = await secretFor(player)
    const all = [
      ...Array.from({ length: 20 }, () => pay(secret)),
      ...Array.from({ length: 20 }, () => ask(player)),
      ...Array.from({ length: 20 }, () => player.request('GET', '/api/auth/me')),
    ]
    for (const { status } of await Promise.all(all)) expect([200, 409]).toContain(status)
    app.clock.advance(5_001)
    expect(await accountType(player)).toBe('premium')
    expect(await subscriptionsOf(player)).toMatchObject([{ status: 'active' }])
  })
})

it('says who takes payments, to strangers too', async () => {
  expect(await app.visitor().get('/api/payments')).toEqual({ provider: 'sandbox' })
})

it('in production, without a provider, nobody can subscribe and the sandbox is not there', async () => {
  const strict = await createTestApp({ env: { NODE_ENV: 'production' } })
  try {
    const player = await strict.signUp()
    expectRefusal(await ask(player), 503, 'payments_not_configured')
    expectRefusal(await ask(strict.visitor()), 401, 'unauthenticated')
    expectRefusal(
      await player.request('POST', '/api/sandbox/confirm-payment', { clientSecret: 'x', ...card }),
      404,
      'not_found',
    )
    expect(await player.get('/api/payments')).toEqual({ provider: null })
    expect((await player.get<{ user: User }>('/api/auth/me')).user.accountType).toBe('free')
  } finally {
    await strict.close()
  }
})

it('trying card after card ends after thirty', async () => {
  const strict = await createTestApp({ env: { RATE_LIMITS: 'on' } })
  try {
    const guess = () => strict.visitor().request('POST', '/api/sandbox/confirm-payment', { clientSecret: 'x', ...card })
    for (let tries = 0; tries < 30; tries += 1) expect((await guess()).status).toBe(404)
    const answer = await guess()
    expectRefusal(answer, 429, 'too_many_requests')
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  } finally {
    await strict.close()
  }
})
