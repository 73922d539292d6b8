import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { subscribe } from '#server/billing/subscribe.ts'
import { syncSubscription } from '#server/billing/sync-subscription.ts'
import {
  type PaymentProvider,
  PaymentProviderError,
  type ProviderSubscription,
  type SubscriptionStatus,
} from '#server/providers/payments/provider.ts'
import type { AccountType } from '#shared/accounts.ts'
import { setAccountType } from '#tests/support/account-type.ts'
import { type Client, createTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** A provider whose answers leave when they are asked for, and arrive when the test says. */
class SlowProvider implements PaymentProvider {
  readonly name = 'sandbox'
  status: SubscriptionStatus = 'incomplete'
  readonly #underWay: (() => void)[] = []

  async createCustomer() {
    return 'cus_slow'
  }
  async updateCustomer() {}
  async createSubscription(): Promise<ProviderSubscription> {
    throw new PaymentProviderError('Out of order.')
  }
  retrieveSubscription(id: string): Promise<ProviderSubscription> {
    const answer = { id, status: this.status, clientSecret: null }
    return new Promise((resolve) => this.#underWay.push(() => resolve(answer)))
  }
  /** Waits until `count` have asked. */
  async asked(count: number): Promise<void> {
    while (this.#underWay.length < count) await new Promise((resolve) => setImmediate(resolve))
  }
  arrive(place: number): void {
    for (const resolve of this.#underWay.splice(place, 1)) resolve()
  }
}

async function opened(player: Client, status: SubscriptionStatus = 'incomplete') {
  const now = app.clock.now()
  const row = {
    id: app.context.ids.uuid(),
    user_id: player.id,
    provider: 'sandbox',
    provider_subscription_id: app.context.ids.uuid(),
    status,
    version: 0,
    checked_at: now,
    created_at: now,
    updated_at: now,
  }
  await app.context.db.insertInto('subscriptions').values(row).execute()
  return row
}

async function follow(row: Awaited<ReturnType<typeof opened>>, status: SubscriptionStatus): Promise<void> {
  const provider = new SlowProvider()
  provider.status = status
  const following = syncSubscription(app.context, provider, row)
  await provider.asked(1)
  provider.arrive(0)
  await following
}

const stored = async (player: Client) => {
  const { account_type } = await app.context.db
    .selectFrom('users')
    .select('account_type')
    .where('id', '=', player.id)
    .executeTakeFirstOrThrow()
  return account_type
}

describe('what a status means for the account', () => {
  const table: [SubscriptionStatus, AccountType, AccountType][] = [
    ['active', 'free', 'premium'],
    ['trialing', 'free', 'premium'],
    ['past_due', 'premium', 'premium'],
    ['canceled', 'premium', 'free'],
    ['unpaid', 'premium', 'free'],
    ['paused', 'premium', 'free'],
    ['incomplete_expired', 'free', 'free'],
  ]
  it.each(table)('%s: from %s to %s', async (status, before, after) => {
    const player = await app.signUp()
    const row = await opened(player, before === 'premium' ? 'active' : 'incomplete')
    await setAccountType(app, player, { accountType: before })
    await follow(row, status)
    expect(await stored(player)).toBe(after)
  })

  it.each(table)('%s leaves an admin alone', async (status) => {
    const player = await app.signUp()
    await setAccountType(app, player, { accountType: 'admin' })
    await follow(await opened(player), status)
    expect(await stored(player)).toBe('admin')
  })

  it('an old subscription that ends takes nothing from a new one', async () => {
    const player = await app.signUp()
    const old = await opened(player, 'paused')
    await follow(await opened(player), 'active')
    await follow(old, 'canceled')
    expect(await stored(player)).toBe('premium')
  })
})

describe('several who ask at once', () => {
  it('an answer that left earlier and arrives later does not undo a newer one', async () => {
    const player = await app.signUp()
    const row = await opened(player)
    const provider = new SlowProvider()
    provider.status = 'active'
    const early = syncSubscription(app.context, provider, row)
    await provider.asked(1)
    provider.status = 'canceled'
    const late = syncSubscription(app.context, provider, row)
    await provider.asked(2)

    provider.arrive(1)
    expect((await late).status).toBe('canceled')
    expect(await stored(player)).toBe('free')
    provider.arrive(0)
    // It finds that it was overtaken and asks again.
    await provider.asked(1)
    provider.arrive(0)
    expect((await early).status).toBe('canceled')
    expect(await stored(player)).toBe('free')
  })
})

describe('a provider that fails', () => {
  it('is a 502 that says nothing of why, and the next try finds the same subscription', async () => {
    const player = await app.signUp()
    const user = await app.context.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', player.id)
      .executeTakeFirstOrThrow()
    const request = { tier: 'premium', customerEmail: 'ada@example.com', customerName: 'Ada Quill' } as const
    const billing = { context: app.context, payments: new SlowProvider() }
    for (let tries = 0; tries < 2; tries += 1) {
      await expect(subscribe(billing, user, request)).rejects.toMatchObject({
        code: 'payments_unavailable',
        status: 502,
        message: expect.not.stringContaining('Out of order'),
      })
    }
    const rows = app.context.db.selectFrom('subscriptions').select('status').where('user_id', '=', player.id)
    expect(await rows.execute()).toEqual([{ status: 'incomplete' }])
  })
})
