import { beforeEach, describe, expect, it } from 'vitest'
import { createAccountData } from '#server/account-data.ts'
import { purgeDeletedAccounts } from '#server/accounts/settings/purge-deleted-accounts.ts'
import { reconcile } from '#server/billing/sync/reconcile.ts'
import { accountLimits, type User } from '#shared/accounts.ts'
import type { BillingInvoice, OwnSubscription } from '#shared/billing.ts'
import { testCards } from '#shared/payment-card.ts'
import { subscribeRequest } from '#tests/support/stripe/stripe-app.ts'
import { type Client, createCharacter, createSharedApp } from '#tests/support/test-app.ts'

const day = 86_400_000
const card = { number: testCards.succeeds, expiry: '12 / 40', cvc: '123' }
let player: Client

const app = await createSharedApp()
beforeEach(async () => {
  player = await app.signUp()
})

const accountType = async () => (await player.get<{ user: User }>('/api/auth/me')).user.accountType
const ownSubscription = async () =>
  (await player.get<{ subscription: OwnSubscription | null }>('/api/subscription')).subscription
const invoices = async () => (await player.get<{ invoices: BillingInvoice[] }>('/api/subscription/invoices')).invoices

async function becomePremium(number: string = card.number): Promise<void> {
  const { clientSecret } = await player.post<{ clientSecret: string }>('/api/create-subscription', subscribeRequest)
  await player.post('/api/sandbox/confirm-payment', { clientSecret, ...card, number })
  expect(await accountType()).toBe('premium')
}

/** The session ends with so much time, so the player logs in again. */
async function passDays(days: number): Promise<void> {
  app.clock.advance(days * day)
  await player.post('/api/auth/login', { username: player.user?.username, password: 'quiet-harbor' })
}

it('counts payments and declined cards', async () => {
  const { clientSecret } = await player.post<{ clientSecret: string }>('/api/create-subscription', subscribeRequest)
  for (const number of [testCards.declined, testCards.succeeds]) {
    await player.request('POST', '/api/sandbox/confirm-payment', { clientSecret, ...card, number })
  }
  const { values } = await app.context.metrics.payments.get()
  for (const result of ['ok', 'refused']) {
    expect(values).toContainEqual(expect.objectContaining({ labels: { kind: 'pay', result }, value: 1 }))
  }
})

describe('a subscription in the sandbox', () => {
  it('renews each month, with an invoice', async () => {
    await becomePremium()
    const first = await ownSubscription()
    expect(first).toEqual({ state: 'active', renewsAt: expect.any(Number), endsAt: null })
    await passDays(65)
    expect(await accountType()).toBe('premium')
    expect((await ownSubscription())?.renewsAt).toBeGreaterThan(app.clock.now())
    expect(await invoices()).toMatchObject([{ isPaid: true }, { isPaid: true }, { isPaid: true, amount: 999 }])
  })

  it('that is cancelled ends with its month, and can be resumed before', async () => {
    await becomePremium()
    const end = (await ownSubscription())?.renewsAt
    const cancelled = { subscription: { state: 'cancelled', renewsAt: null, endsAt: end } }
    expect(await player.post('/api/subscription/cancel')).toEqual(cancelled)
    expect(await player.post('/api/subscription/cancel')).toEqual(cancelled)
    await player.post('/api/subscription/resume')
    expect(await ownSubscription()).toEqual({ state: 'active', renewsAt: end, endsAt: null })
    await player.post('/api/subscription/cancel')
    expect(await accountType()).toBe('premium')
    await passDays(32)
    expect(await accountType()).toBe('free')
    expect((await player.request('POST', '/api/subscription/resume')).status).toBe(409)
    await becomePremium()
    expect(await invoices()).toHaveLength(2)
  })

  it('can be cancelled while the account is suspended', async () => {
    await becomePremium()
    const admin = await app.signUp(undefined, { accountType: 'admin' })
    await admin.post(`/api/admin/users/${player.id}/suspension`, { category: 'spam', days: 60, notes: '' })
    expect((await player.request('GET', '/api/characters')).status).toBe(403)
    expect(await player.post('/api/subscription/cancel')).toMatchObject({ subscription: { state: 'cancelled' } })
    expect(await ownSubscription()).toMatchObject({ state: 'cancelled' })
    expect(await invoices()).toHaveLength(1)
    expect((await player.request('POST', '/api/create-subscription', subscribeRequest)).status).toBe(403)
  })

  it('ends without a visit of its owner', async () => {
    await becomePremium()
    await player.post('/api/subscription/cancel')
    app.clock.advance(32 * day)
    await reconcile(app.billing)
    expect(await app.row('users', { id: player.id }, 'account_type')).toEqual({ account_type: 'free' })
  })

  it('whose card is declined keeps Premium for two weeks, and recovers with another card', async () => {
    await becomePremium(testCards.failsLater)
    await passDays(32)
    expect(await accountType()).toBe('premium')
    expect((await ownSubscription())?.state).toBe('past_due')
    const { url } = await player.post<{ url: string }>('/api/billing-portal')
    expect(url).toBe(`${app.url}/sandbox-portal`)
    expect((await player.request('POST', '/api/sandbox/card', { ...card, number: testCards.declined })).status).toBe(
      402,
    )
    await player.post('/api/sandbox/card', card)
    expect((await ownSubscription())?.state).toBe('active')
    await player.post('/api/sandbox/card', { ...card, number: testCards.failsLater })
    await passDays(60)
    expect(await accountType()).toBe('free')
    expect((await ownSubscription())?.state).toBe('ended')
  })

  it('takes explicit characters out of reach at its end, and brings them back with the next one', async () => {
    await becomePremium()
    const { id } = await createCharacter(player, { contentRating: 'explicit', isPublic: true })
    const isReachable = async () => (await player.request('GET', `/api/characters/${id}`)).status === 200
    const canChat = async () => (await player.request('POST', '/api/conversations', { characterId: id })).status === 201
    expect(await canChat()).toBe(true)
    await player.post('/api/subscription/cancel')
    await passDays(32)
    expect(await accountType()).toBe('free')
    expect(await canChat()).toBe(false)
    expect(await app.row('characters', { id }, 'deleted_at')).toEqual({ deleted_at: null })
    await becomePremium()
    expect(await canChat()).toBe(true)
    expect(await isReachable()).toBe(true)
  })

  it('is cancelled when the account is deleted, and is not resumed when that is undone', async () => {
    await becomePremium()
    await player.post('/api/auth/deletion', { password: 'quiet-harbor' })
    await player.post('/api/auth/login', { username: player.user?.username, password: 'quiet-harbor' })
    await player.post('/api/auth/restore')
    expect(await ownSubscription()).toMatchObject({ state: 'cancelled' })
    const { provider_subscription_id: id } = await app.row('subscriptions', { user_id: player.id })
    await player.post('/api/auth/deletion', { password: 'quiet-harbor' })
    app.clock.advance(accountLimits.deletionWindow)
    await purgeDeletedAccounts(app.context, createAccountData(app.billing))
    expect(await app.rows('sandbox_subscriptions', { id: id ?? '' }, 'id')).toEqual([])
  })
})
