import { premiumPrice } from '#shared/customer.ts'
import { type CardEntry, cardErrors, digitsOf, testCards } from '#shared/payment-card.ts'
import {
  CardDeclinedError,
  type Customer,
  type Invoice,
  type PaymentProvider,
  PaymentProviderError,
  type ProviderSubscription,
} from '../provider.ts'
import * as queries from './queries.ts'
import { currentPeriodEnd, listPeriods, statusAt } from './subscription-state.ts'

const declines: Record<string, string | undefined> = {
  [testCards.declined]: 'Your card was declined.',
  [testCards.insufficientFunds]: 'Your card has insufficient funds.',
}

export interface SandboxDeps {
  db: queries.Queryable
  clock: { now(): number }
  ids: { secret(bytes: number): string }
}

/**
 * A payment provider for trying the product: no money moves and only test cards are accepted. Customers and
 * subscriptions are in tables that nothing else reads; card numbers are not stored.
 */
export class SandboxPayments implements PaymentProvider {
  readonly name = 'sandbox'
  readonly isTestMode = true
  readonly publishableKey = null
  readonly #deps: SandboxDeps

  constructor(deps: SandboxDeps) {
    this.#deps = deps
  }

  createCustomer({ userId, email, name }: Customer, key: string): Promise<string> {
    const { db, ids } = this.#deps
    const id = `cus_sandbox_${ids.secret(12)}`
    return queries.insertCustomer(db, { id, idempotency_key: key, user_id: userId, email, name })
  }

  async updateCustomer(id: string, { email, name }: Customer): Promise<void> {
    if (!(await queries.updateCustomer(this.#deps.db, id, { email, name }))) throw notFound('customer', id)
  }

  async createSubscription(customerId: string, key: string): Promise<ProviderSubscription> {
    const { db, ids, clock } = this.#deps
    const id = `sub_sandbox_${ids.secret(12)}`
    const row = await queries.insertSubscription(db, {
      id,
      idempotency_key: key,
      customer_id: customerId,
      client_secret: `${id}_secret_${ids.secret(32)}`,
      status: 'incomplete',
      paid_at: null,
      cancels_at: null,
      card_fails_from: null,
      created_at: clock.now(),
    })
    return this.#view(row)
  }

  async retrieveSubscription(id: string): Promise<ProviderSubscription> {
    return this.#view(await this.#find(id))
  }

  async setCancelAtPeriodEnd(id: string, cancel: boolean): Promise<void> {
    const { db, clock } = this.#deps
    const row = await this.#find(id)
    const now = clock.now()
    const { status } = this.#view(row)
    if (status !== 'active' && status !== 'past_due') throw new PaymentProviderError(`Subscription ${id} has ended.`)
    await queries.updateSubscription(db, id, { cancels_at: cancel ? currentPeriodEnd(row, now) : null })
  }

  async cancelSubscription(id: string): Promise<void> {
    const { db, clock } = this.#deps
    const row = await this.#find(id)
    const { status } = this.#view(row)
    if (status === 'canceled' || status === 'incomplete_expired') return
    await queries.updateSubscription(db, id, { cancels_at: clock.now() })
  }

  async listInvoices(customerId: string): Promise<Invoice[]> {
    const { db, clock } = this.#deps
    const rows = await queries.listSubscriptions(db, customerId)
    const periods = rows.flatMap((row) => listPeriods(row, clock.now()).map((period) => ({ ...period, row })))
    return periods
      .toSorted((a, b) => b.startsAt - a.startsAt)
      .slice(0, 24)
      .map(({ row, index, startsAt, isPaid }) => ({
        id: `in_${row.id}_${index}`,
        number: `TEST-${row.id
          .replaceAll(/[^a-z0-9]/gi, '')
          .slice(-4)
          .toUpperCase()}-${String(index + 1).padStart(4, '0')}`,
        createdAt: startsAt,
        amount: premiumPrice.cents,
        currency: premiumPrice.currency,
        isPaid,
        url: null,
      }))
  }

  async createPortalUrl(_customerId: string, returnUrl: string): Promise<string> {
    return new URL('/sandbox-portal', returnUrl).href
  }

  /** Replaces the card that pays the renewals. One of the test cards is accepted, and declined at the next renewal. */
  async replaceCard(customerId: string, card: CardEntry): Promise<void> {
    const { db, clock } = this.#deps
    const now = clock.now()
    const failsLater = digitsOf(card.number) === testCards.failsLater
    assertCardAccepted(card, now)
    for (const row of await queries.listSubscriptions(db, customerId)) {
      const { status } = this.#view(row)
      if (status !== 'active' && status !== 'past_due') continue
      await queries.updateSubscription(db, row.id, {
        card_fails_from: failsLater ? (row.card_fails_from ?? now) : null,
      })
    }
  }

  /**
   * Pays the first invoice of the subscription with this secret, as the payment service's own form would. Does nothing
   * when it is already paid.
   *
   * @returns false when no subscription has this secret or it can no longer be paid
   * @throws CardDeclinedError with a message for the customer
   */
  async confirmPayment(clientSecret: string, card: CardEntry): Promise<boolean> {
    const { db, clock } = this.#deps
    const row = await queries.findSubscription(db, { client_secret: clientSecret })
    if (!row) return false
    const { status } = this.#view(row)
    if (status === 'active') return true
    if (status !== 'incomplete') return false
    const now = clock.now()
    assertCardAccepted(card, now)
    const failsLater = digitsOf(card.number) === testCards.failsLater
    await queries.activateSubscription(db, row.id, { paid_at: now, card_fails_from: failsLater ? now : null })
    return true
  }

  async #find(id: string): Promise<queries.SandboxSubscriptionRow> {
    const row = await queries.findSubscription(this.#deps.db, { id })
    if (!row) throw notFound('subscription', id)
    return row
  }

  #view(row: queries.SandboxSubscriptionRow): ProviderSubscription {
    const now = this.#deps.clock.now()
    const status = statusAt(row, now)
    return {
      id: row.id,
      status,
      clientSecret: status === 'incomplete' ? row.client_secret : null,
      currentPeriodEnd: currentPeriodEnd(row, now),
      cancelsAt: row.cancels_at,
    }
  }
}

function assertCardAccepted(card: CardEntry, now: number): void {
  const problem = Object.values(cardErrors(card, now))[0] ?? declines[digitsOf(card.number)]
  if (problem) throw new CardDeclinedError(problem)
}

const notFound = (type: string, id: string) => new PaymentProviderError(`The sandbox has no ${type} ${id}.`)
