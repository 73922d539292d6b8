import type { CardErrors } from '#shared/card.ts'

/** The states of a Stripe subscription. */
export type SubscriptionStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'unpaid'
  | 'paused'
  | 'canceled'

export interface Customer {
  userId: string
  email: string
  name: string
}

/** A subscription in the provider's records. */
export interface ProviderSubscription {
  id: string
  status: SubscriptionStatus
  /** Lets a browser pay the first invoice; null when nothing is due. */
  clientSecret: string | null
}

/**
 * A payment service. Its records alone decide whether something was paid: a claim of the browser or a webhook is only a
 * reason to call `retrieveSubscription`.
 *
 * `key` is an idempotency key: two calls with the same key create one object, also when they run at the same time.
 */
export interface PaymentProvider {
  readonly name: 'sandbox'
  createCustomer(customer: Customer, key: string): Promise<string>
  updateCustomer(id: string, customer: Customer): Promise<void>
  /** Creates a subscription to Premium that waits for its first payment. */
  createSubscription(customerId: string, key: string): Promise<ProviderSubscription>
  retrieveSubscription(id: string): Promise<ProviderSubscription>
}

/** A failed call to the payment service. The message is for the log and is never shown to customers. */
export class PaymentProviderError extends Error {
  override name = 'PaymentProviderError'
}

/** The card was declined. The message is shown to the customer. */
export class CardDeclinedError extends Error {
  override name = 'CardDeclinedError'
  readonly faults: CardErrors

  constructor(message: string, faults: CardErrors = {}) {
    super(message)
    this.faults = faults
  }
}
