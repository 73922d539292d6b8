import { describe, expect, it } from 'vitest'
import { setRoleByName } from '#server/admin/users/set-role.ts'
import { syncSubscription } from '#server/billing/sync/sync-subscription.ts'
import {
  type PaymentProvider,
  PaymentProviderError,
  type ProviderSubscription,
  type SubscriptionStatus,
} from '#server/providers/payments/provider.ts'
import type { AccountType } from '#shared/accounts.ts'
import { setAccountType } from '#tests/support/account-type.ts'
import { type Client, createSharedApp } from '#tests/support/test-app.ts'

const app = await createSharedApp()

/** A provider that captures its answer at the time of the request and delivers it when the test says so. */
class SlowProvider implements PaymentProvider {
  readonly name = 'sandbox'
  readonly isTestMode = true
  readonly publishableKey = null
  status: SubscriptionStatus = 'incomplete'
  readonly #pending: (() => void)[] = []

  async createCustomer() {
    return 'cus_slow'
  }
  async updateCustomer() {}
  async setCancelAtPeriodEnd() {}
  async cancelSubscription() {}
  async listInvoices() {
    return []
  }
  async createPortalUrl(_customerId: string, returnUrl: string) {
    return returnUrl
  }
  async createSubscription(): Promise<ProviderSubscription> {
    throw new PaymentProviderError('Out of order.')
  }
  retrieveSubscription(id: string): Promise<ProviderSubscription> {
    const answer = { id, status: this.status, clientSecret: null, currentPeriodEnd: null, cancelsAt: null }
    return new Promise((resolve) => this.#pending.push(() => resolve(answer)))
  }
  /** Resolves when `count` requests are pending. */
  async waitForRequests(count: number): Promise<void> {
    while (this.#pending.length < count) await new Promise((resolve) => setImmediate(resolve))
  }
  deliver(index: number): void {
    for (const resolve of this.#pending.splice(index, 1)) resolve()
  }
}

async function createSubscription(player: Client, status: SubscriptionStatus = 'incomplete') {
  const now = app.clock.now()
  const row = {
    id: app.context.ids.uuid(),
    user_id: player.id,
    provider: 'sandbox',
    provider_subscription_id: app.context.ids.uuid(),
    status,
    current_period_end: null,
    cancels_at: null,
    version: 0,
    checked_at: now,
    created_at: now,
    updated_at: now,
  }
  await app.context.db.insertInto('subscriptions').values(row).execute()
  return row
}

async function sync(row: Awaited<ReturnType<typeof createSubscription>>, status: SubscriptionStatus): Promise<void> {
  const provider = new SlowProvider()
  provider.status = status
  const syncing = syncSubscription(app.context, provider, row)
  await provider.waitForRequests(1)
  provider.deliver(0)
  await syncing
}

const accountTypeOf = async (player: Client) => {
  const { account_type } = await app.row('users', { id: player.id }, 'account_type')
  return account_type
}

describe('a subscription status', () => {
  const table: [SubscriptionStatus, AccountType, AccountType][] = [
    ['active', 'free', 'premium'],
    ['trialing', 'free', 'premium'],
    ['past_due', 'premium', 'premium'],
    ['canceled', 'premium', 'free'],
    ['unpaid', 'premium', 'free'],
    ['paused', 'premium', 'free'],
    ['incomplete_expired', 'free', 'free'],
  ]
  it.each(table)('%s changes the account type from %s to %s', async (status, before, after) => {
    const player = await app.signUp()
    const row = await createSubscription(player, before === 'premium' ? 'active' : 'incomplete')
    await setAccountType(app, player, { accountType: before })
    await sync(row, status)
    expect(await accountTypeOf(player)).toBe(after)
  })

  it.each(table)('%s does not change the account type of an admin', async (status) => {
    const player = await app.signUp(undefined, { accountType: 'admin' })
    await sync(await createSubscription(player), status)
    expect(await accountTypeOf(player)).toBe('admin')
  })

  it('the end of an old subscription does not affect a newer active one', async () => {
    const player = await app.signUp()
    const old = await createSubscription(player, 'paused')
    await sync(await createSubscription(player), 'active')
    await sync(old, 'canceled')
    expect(await accountTypeOf(player)).toBe('premium')
  })
})

describe('an admin whose rights are revoked', () => {
  it.each([
    ['active', 'premium'],
    ['canceled', 'free'],
    [null, 'free'],
  ] as const)('is, with a subscription that is %s, %s', async (status, expected) => {
    const player = await app.signUp()
    const username = player.user?.username ?? ''
    const row = status && (await createSubscription(player))
    expect((await setRoleByName(app.context, username, 'admin'))?.account_type).toBe('admin')
    if (row) await sync(row, status)
    expect((await setRoleByName(app.context, username, 'none'))?.account_type).toBe(expected)
    expect(await accountTypeOf(player)).toBe(expected)
  })
})

it('concurrent checks an older answer that arrives late does not overwrite a newer one', async () => {
  const player = await app.signUp()
  const row = await createSubscription(player)
  const provider = new SlowProvider()
  provider.status = 'active'
  const early = syncSubscription(app.context, provider, row)
  await provider.waitForRequests(1)
  provider.status = 'canceled'
  const late = syncSubscription(app.context, provider, row)
  await provider.waitForRequests(2)

  provider.deliver(1)
  expect((await late).status).toBe('canceled')
  expect(await accountTypeOf(player)).toBe('free')
  provider.deliver(0)
  // The late check finds that the row has changed and sends its request again.
  await provider.waitForRequests(1)
  provider.deliver(0)
  expect((await early).status).toBe('canceled')
  expect(await accountTypeOf(player)).toBe('free')
})
