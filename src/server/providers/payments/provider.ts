import type { CardFaults } from '#shared/card.ts'

/** Where a subscription can stand. The words are the payment services' own. */
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

/** A subscription as the provider holds it. */
export interface HeldSubscription {
  id: string
  status: SubscriptionStatus
  /** With it a browser pays the first invoice; null once there is nothing left to pay. */
  clientSecret: string | null
}

/**
 * Who takes the money. Its state is the only truth about a payment: what a browser says, or a message that something
 * changed, is no more than a reason to ask `retrieveSubscription`.
 *
 * The same `key` twice makes one thing, however often and however closely it is asked for.
 */
export interface PaymentProvider {
  readonly name: 'sandbox'
  createCustomer(customer: Customer, key: string): Promise<string>
  updateCustomer(id: string, customer: Customer): Promise<void>
  /** A subscription to Premium, waiting for its first payment. */
  createSubscription(customerId: string, key: string): Promise<HeldSubscription>
  retrieveSubscription(id: string): Promise<HeldSubscription>
}

/** The provider did not do what was asked; why is for the log and not for the customer. */
export class PaymentProviderError extends Error {
  override name = 'PaymentProviderError'
}

/** The card was refused; the words are for the customer. */
export class CardRefused extends Error {
  override name = 'CardRefused'
  readonly faults: CardFaults

  constructor(message: string, faults: CardFaults = {}) {
    super(message)
    this.faults = faults
  }
}
