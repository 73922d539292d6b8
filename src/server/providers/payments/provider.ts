/** The states of a Stripe subscription. */
export const subscriptionStatuses = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

export interface Customer {
  userId: string
  email: string
  name: string
}

/** A subscription in the provider's records. Times are milliseconds since 1970. */
export interface ProviderSubscription {
  id: string
  status: SubscriptionStatus
  /** Lets a browser pay the first invoice; null when nothing is due. */
  clientSecret: string | null
  /** When it renews, unless it ends before. */
  currentPeriodEnd: number | null
  /** When it ends, once it was cancelled. */
  cancelsAt: number | null
}

export interface Invoice {
  id: string
  number: string | null
  createdAt: number
  /** In the smallest unit of the currency, such as cents. */
  amount: number
  /** Lower case, such as `usd`. */
  currency: string
  isPaid: boolean
  /** The provider's page of the invoice. */
  url: string | null
}

/** A webhook whose signature was checked. It says what may have changed, not what the state is. */
export interface PaymentEvent {
  id: string
  type: string
  subscriptionId: string | null
  /** Of a disputed payment. */
  chargeId: string | null
  /** Set when the event has the shape of an older version of the service's API. */
  apiVersion?: string | null
}

/**
 * A payment service. Only its records decide whether something was paid: a claim of the browser or a webhook is only a
 * reason to call `retrieveSubscription`. `key` is an idempotency key: two calls with the same key create one object,
 * even when they run at the same time.
 */
export interface PaymentProvider {
  readonly name: 'sandbox' | 'stripe'
  /** Whether only test cards are accepted and no money moves. */
  readonly isTestMode: boolean
  /** The key of the provider's own card form; null when it has none. */
  readonly publishableKey: string | null
  createCustomer(customer: Customer, key: string): Promise<string>
  updateCustomer(id: string, customer: Customer): Promise<void>
  /** Creates a subscription to Premium that waits for its first payment. */
  createSubscription(customerId: string, key: string): Promise<ProviderSubscription>
  retrieveSubscription(id: string): Promise<ProviderSubscription>
  /** Ends the subscription with the period that was paid for, or lets it renew again. */
  setCancelAtPeriodEnd(id: string, cancel: boolean): Promise<void>
  /** Ends the subscription now. Does nothing when it has ended. */
  cancelSubscription(id: string): Promise<void>
  /** The newest invoices that ask or asked for money. */
  listInvoices(customerId: string): Promise<Invoice[]>
  /** The address of the provider's page for cards and invoices, which leads back to `returnUrl`. */
  createPortalUrl(customerId: string, returnUrl: string): Promise<string>
  /** Null when the signature is not valid. Absent when the provider sends no webhooks. */
  readEvent?(body: Buffer, signature: string): PaymentEvent | null
  /** The customer of a subscription to Premium, created here or in the dashboard; null for any other subscription. */
  findPremiumCustomer?(subscriptionId: string): Promise<string | null>
  /** The customer who paid a charge. */
  findCustomerOfCharge?(chargeId: string): Promise<string | null>
  /** Throws when the account at the provider cannot sell Premium, such as without its price. */
  check?(): Promise<void>
}

interface FailureFacts {
  isFinal?: boolean
  reason?: PaymentProviderError['reason']
}

/** A failed call to the payment service. The message is for the log and is never shown to customers. */
export class PaymentProviderError extends Error {
  override name = 'PaymentProviderError'
  /** The cause, as far as an operator can remove it. */
  readonly reason: 'key' | 'unreachable' | 'price' | 'other'
  /** Whether the service has answered and would answer the same to a repeated call with the same idempotency key. */
  readonly isFinal: boolean

  constructor(message: string, { isFinal = false, reason = 'other' }: FailureFacts = {}) {
    super(message)
    this.isFinal = isFinal
    this.reason = reason
  }
}

/** The card was declined. The message is shown to the customer. */
export class CardDeclinedError extends Error {
  override name = 'CardDeclinedError'
}
