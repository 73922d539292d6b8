import { type CardEntry, cardFaults, digitsOf, testCards } from '#shared/card.ts'
import {
  CardRefused,
  type Customer,
  type HeldSubscription,
  type PaymentProvider,
  PaymentProviderError,
} from '../provider.ts'
import * as queries from './queries.ts'

/** A first invoice nobody paid lapses after this long, as with real providers. */
const lapsesAfter = 23 * 3_600_000

const declines: Record<string, string | undefined> = {
  [testCards.declined]: 'Your card was declined.',
  [testCards.insufficientFunds]: 'Your card has insufficient funds.',
}

/** Where the sandbox keeps its state, its clock, and where its ids come from. */
export interface SandboxGround {
  db: queries.Queryable
  clock: { now(): number }
  ids: { secret(bytes: number): string }
}

/**
 * A payment provider without money: it keeps customers and subscriptions as a real one does, in tables of its own that
 * nothing else reads, and takes test cards only. A card is looked at and forgotten.
 */
export class SandboxPayments implements PaymentProvider {
  readonly name = 'sandbox'
  readonly #ground: SandboxGround

  constructor(ground: SandboxGround) {
    this.#ground = ground
  }

  createCustomer({ userId, email, name }: Customer, key: string): Promise<string> {
    const { db, ids } = this.#ground
    const id = `cus_sandbox_${ids.secret(12)}`
    return queries.insertCustomer(db, { id, idempotency_key: key, user_id: userId, email, name })
  }

  async updateCustomer(id: string, { email, name }: Customer): Promise<void> {
    if (!(await queries.updateCustomer(this.#ground.db, id, { email, name }))) throw unknown('customer', id)
  }

  async createSubscription(customerId: string, key: string): Promise<HeldSubscription> {
    const { db, ids, clock } = this.#ground
    const id = `sub_sandbox_${ids.secret(12)}`
    const row = await queries.insertSubscription(db, {
      id,
      idempotency_key: key,
      customer_id: customerId,
      client_secret: `${id}_secret_${ids.secret(32)}`,
      status: 'incomplete',
      created_at: clock.now(),
    })
    return this.#held(row)
  }

  async retrieveSubscription(id: string): Promise<HeldSubscription> {
    const row = await queries.findSubscription(this.#ground.db, id)
    if (!row) throw unknown('subscription', id)
    return this.#held(row)
  }

  /**
   * What the provider's own page does with a card: whoever holds the secret may pay. Throws `CardRefused` with words
   * for the customer; false where the secret opens nothing. Paying again what is paid changes nothing.
   */
  async confirmPayment(clientSecret: string, card: CardEntry): Promise<boolean> {
    const { db, clock } = this.#ground
    const row = await queries.findSubscriptionBySecret(db, clientSecret)
    if (!row) return false
    const { status } = this.#held(row)
    if (status === 'active') return true
    if (status !== 'incomplete') return false
    refuseCard(card, clock.now())
    await queries.activateSubscription(db, row.id)
    return true
  }

  #held(row: queries.SandboxSubscriptionRow): HeldSubscription {
    const lapsed = row.status === 'incomplete' && this.#ground.clock.now() - row.created_at >= lapsesAfter
    const status = lapsed ? 'incomplete_expired' : row.status
    return { id: row.id, status, clientSecret: status === 'incomplete' ? row.client_secret : null }
  }
}

function refuseCard(card: CardEntry, now: number): void {
  const faults = cardFaults(card, now)
  const [fault] = Object.values(faults)
  if (fault) throw new CardRefused(fault, faults)
  const declined = declines[digitsOf(card.number)]
  if (declined) throw new CardRefused(declined)
}

const unknown = (what: string, id: string) => new PaymentProviderError(`The sandbox knows no ${what} ${id}.`)
