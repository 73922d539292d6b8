import type Stripe from 'stripe'

const day = 86_400
const month = 30 * day

interface Item {
  id: string
  object: 'subscription_item'
  current_period_start: number
  current_period_end: number
  price: Pick<Stripe.Price, 'id' | 'lookup_key'>
}

export type SubscriptionRecord = Pick<
  Stripe.Subscription,
  'id' | 'object' | 'status' | 'cancel_at' | 'cancel_at_period_end' | 'canceled_at' | 'created' | 'metadata'
> & { customer: string; latest_invoice: string; items: { object: 'list'; data: [Item] } }

export type InvoiceRecord = Pick<
  Stripe.Invoice,
  'id' | 'object' | 'created' | 'currency' | 'total' | 'number' | 'status' | 'hosted_invoice_url'
> & { customer: string; parent: { subscription_details: { subscription: string } } }

export type CustomerRecord = Pick<Stripe.Customer, 'id' | 'object' | 'email' | 'metadata'> & { name: string | null }
export type PriceRecord = Pick<Stripe.Price, 'id' | 'object' | 'active' | 'currency' | 'lookup_key' | 'unit_amount'> & {
  recurring: { interval: Stripe.Price.Recurring.Interval; interval_count: number }
}
export type EventRecord = Pick<Stripe.Event, 'id' | 'object' | 'created' | 'api_version'> & {
  type: Stripe.Event['type']
  data: { object: Record<string, unknown> }
}

/** Statuses that never change again. */
const isFinal = ({ status }: SubscriptionRecord) => status === 'canceled' || status === 'incomplete_expired'

/** What Stripe stores, and what happens there without a request of ours: payments, renewals, disputes. */
export class StripeRecords {
  readonly customers = new Map<string, CustomerRecord>()
  readonly subscriptions = new Map<string, SubscriptionRecord>()
  readonly invoices = new Map<string, InvoiceRecord>()
  /** Charges by id, with their customer. */
  readonly charges = new Map<string, string>()
  readonly prices: PriceRecord[] = [
    {
      id: 'price_premium',
      object: 'price',
      active: true,
      currency: 'usd',
      lookup_key: 'premium_monthly_usd',
      unit_amount: 999,
      recurring: { interval: 'month', interval_count: 1 },
    },
  ]
  /** Everything that has happened, in order; deliver them with `FakeStripe.deliver`. */
  readonly events: EventRecord[] = []
  readonly #apiVersion: string
  readonly #now: () => number
  #count = 0

  constructor(apiVersion: string, now: () => number) {
    this.#apiVersion = apiVersion
    this.#now = now
  }

  nextId(prefix: string): string {
    this.#count += 1
    return `${prefix}_${String(this.#count).padStart(6, '0')}${crypto.randomUUID().slice(0, 8)}`
  }

  get seconds(): number {
    return Math.floor(this.#now() / 1000)
  }

  createCustomer(metadata: Record<string, string>): CustomerRecord {
    const customer: CustomerRecord = { id: this.nextId('cus'), object: 'customer', email: null, name: null, metadata }
    this.customers.set(customer.id, customer)
    return customer
  }

  createSubscription(customer: string, price: string, metadata: Record<string, string>): SubscriptionRecord {
    const id = this.nextId('sub')
    const start = this.seconds
    const item = { id: this.nextId('si'), object: 'subscription_item', current_period_start: start } as const
    const subscription: SubscriptionRecord = {
      id,
      object: 'subscription',
      status: 'incomplete',
      customer,
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      created: start,
      metadata,
      latest_invoice: this.#createInvoice(id, customer).id,
      items: { object: 'list', data: [{ ...item, current_period_end: start + month, price: this.#priceOf(price) }] },
    }
    this.subscriptions.set(id, subscription)
    this.#emit('customer.subscription.created', subscription)
    return subscription
  }

  #priceOf(id: string): Item['price'] {
    return { id, lookup_key: this.prices.find((price) => price.id === id)?.lookup_key ?? null }
  }

  get(id: string): SubscriptionRecord {
    const subscription = this.subscriptions.get(id)
    if (!subscription) throw new Error(`The fake has no subscription ${id}.`)
    return subscription
  }

  clientSecretOf({ latest_invoice }: SubscriptionRecord): string {
    return `pi_${latest_invoice}_secret_${latest_invoice}`
  }

  /** The customer confirms the first payment in the browser. Returns an error message, or null. */
  confirmPayment(clientSecret: string, isAccepted: boolean): string | null {
    const subscription = [...this.subscriptions.values()].find((each) => this.clientSecretOf(each) === clientSecret)
    if (subscription?.status !== 'incomplete') return 'This payment can no longer be made.'
    return isAccepted ? this.#settle(subscription) : this.#decline(subscription, 'incomplete')
  }

  /** The next month begins, with a payment that succeeds or fails. */
  renew(id: string, isPaid: boolean): void {
    const subscription = this.get(id)
    if (subscription.status !== 'active' && subscription.status !== 'past_due') return
    if (subscription.cancel_at !== null) {
      this.end(id)
      return
    }
    const [item] = subscription.items.data
    item.current_period_start = item.current_period_end
    item.current_period_end += month
    subscription.latest_invoice = this.#createInvoice(id, subscription.customer).id
    if (isPaid) this.#settle(subscription)
    else this.#decline(subscription, 'past_due')
  }

  /** The customer pays what is open, or the provider's retry succeeds. */
  payOpenInvoice(id: string): void {
    const subscription = this.get(id)
    if (subscription.status === 'past_due' || subscription.status === 'unpaid') this.#settle(subscription)
  }

  /** The provider's retries are over. */
  giveUp(id: string, status: 'canceled' | 'unpaid'): void {
    const subscription = this.get(id)
    if (subscription.status !== 'past_due') return
    if (status === 'canceled') {
      this.end(id)
      return
    }
    subscription.status = status
    this.#emit('customer.subscription.updated', subscription)
  }

  /** The first payment was never made. */
  expire(id: string): void {
    const subscription = this.get(id)
    if (subscription.status !== 'incomplete') return
    subscription.status = 'incomplete_expired'
    this.#emit('customer.subscription.updated', subscription)
  }

  setCancelAtPeriodEnd(id: string, cancel: boolean): void {
    const subscription = this.get(id)
    if (isFinal(subscription)) return
    subscription.cancel_at_period_end = cancel
    subscription.cancel_at = cancel ? subscription.items.data[0].current_period_end : null
    subscription.canceled_at = cancel ? this.seconds : null
    this.#emit('customer.subscription.updated', subscription)
  }

  end(id: string): void {
    const subscription = this.get(id)
    if (isFinal(subscription)) return
    subscription.status = subscription.status === 'incomplete' ? 'incomplete_expired' : 'canceled'
    this.#emit('customer.subscription.deleted', subscription)
  }

  dispute(id: string): string {
    const charge = this.nextId('ch')
    this.charges.set(charge, this.get(id).customer)
    this.#emit('charge.dispute.created', { id: this.nextId('dp'), object: 'dispute', charge })
    return charge
  }

  #settle(subscription: SubscriptionRecord): null {
    const invoice = this.#latestInvoice(subscription)
    invoice.status = 'paid'
    subscription.status = 'active'
    this.#emit('invoice.paid', invoice)
    this.#emit('customer.subscription.updated', subscription)
    return null
  }

  #decline(subscription: SubscriptionRecord, status: 'incomplete' | 'past_due'): string {
    subscription.status = status
    this.#emit('invoice.payment_failed', this.#latestInvoice(subscription))
    this.#emit('customer.subscription.updated', subscription)
    return 'Your card was declined.'
  }

  #latestInvoice({ latest_invoice }: SubscriptionRecord): InvoiceRecord {
    const invoice = this.invoices.get(latest_invoice)
    if (!invoice) throw new Error(`The fake has no invoice ${latest_invoice}.`)
    return invoice
  }

  #createInvoice(subscription: string, customer: string): InvoiceRecord {
    const id = this.nextId('in')
    const invoice: InvoiceRecord = {
      id,
      object: 'invoice',
      created: this.seconds,
      currency: 'usd',
      total: 999,
      number: `TROUPE-${this.invoices.size + 1}`,
      status: 'open',
      hosted_invoice_url: `https://invoice.stripe.com/i/${id}`,
      customer,
      parent: { subscription_details: { subscription } },
    }
    this.invoices.set(id, invoice)
    return invoice
  }

  #emit(type: EventRecord['type'], object: object): void {
    const id = this.nextId('evt')
    const data = { object: structuredClone(object) as Record<string, unknown> }
    this.events.push({ id, object: 'event', api_version: this.#apiVersion, created: this.seconds, type, data })
  }
}
