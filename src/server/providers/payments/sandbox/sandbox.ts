import { type CardEntry, cardErrors, digitsOf, testCards } from '#shared/card.ts'
import {
  CardDeclinedError,
  type Customer,
  type PaymentProvider,
  PaymentProviderError,
  type ProviderSubscription,
} from '../provider.ts'
import * as queries from './queries.ts'

/** An unpaid first invoice expires after 23 hours, as with Stripe. */
const expiresAfterMs = 23 * 3_600_000

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
      created_at: clock.now(),
    })
    return this.#view(row)
  }

  async retrieveSubscription(id: string): Promise<ProviderSubscription> {
    const row = await queries.findSubscription(this.#deps.db, id)
    if (!row) throw notFound('subscription', id)
    return this.#view(row)
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
    const row = await queries.findSubscriptionBySecret(db, clientSecret)
    if (!row) return false
    const { status } = this.#view(row)
    if (status === 'active') return true
    if (status !== 'incomplete') return false
    assertCardAccepted(card, clock.now())
    await queries.activateSubscription(db, row.id)
    return true
  }

  #view(row: queries.SandboxSubscriptionRow): ProviderSubscription {
    const isExpired = row.status === 'incomplete' && this.#deps.clock.now() - row.created_at >= expiresAfterMs
    const status = isExpired ? 'incomplete_expired' : row.status
    return { id: row.id, status, clientSecret: status === 'incomplete' ? row.client_secret : null }
  }
}

function assertCardAccepted(card: CardEntry, now: number): void {
  const faults = cardErrors(card, now)
  const [fault] = Object.values(faults)
  if (fault) throw new CardDeclinedError(fault, faults)
  const declined = declines[digitsOf(card.number)]
  if (declined) throw new CardDeclinedError(declined)
}

const notFound = (type: string, id: string) => new PaymentProviderError(`The sandbox has no ${type} ${id}.`)
