import Stripe from 'stripe'
import { premiumPrice } from '#shared/customer.ts'
import {
  type Customer,
  type Invoice,
  type PaymentEvent,
  type PaymentProvider,
  PaymentProviderError,
  type ProviderSubscription,
  subscriptionStatuses,
} from '../provider.ts'
import type { StripeSettings } from './settings.ts'

/** Milliseconds. The package's own timeout is 80 seconds. */
const timeout = 10_000
const expand = ['latest_invoice.confirmation_secret']

/** Stripe, through its own package, whose version decides the version of the API. */
export class StripePayments implements PaymentProvider {
  readonly name = 'stripe'
  readonly isTestMode: boolean
  readonly publishableKey: string
  readonly #stripe: Stripe
  readonly #settings: StripeSettings
  readonly #clock: { now(): number }

  constructor(settings: StripeSettings, clock: { now(): number }) {
    this.isTestMode = settings.isTestMode
    this.publishableKey = settings.publishableKey
    this.#settings = settings
    this.#clock = clock
    this.#stripe = new Stripe(settings.secretKey, {
      timeout,
      maxNetworkRetries: 2,
      telemetry: false,
      ...addressOf(settings.apiBase),
    })
  }

  /** Name and address are set by a second call, so that repeated calls with the key have the same parameters. */
  async createCustomer(customer: Customer, key: string): Promise<string> {
    const params = { metadata: { user_id: customer.userId } }
    const { id } = await call(this.#stripe.customers.create(params, { idempotencyKey: key }))
    await this.updateCustomer(id, customer)
    return id
  }

  async updateCustomer(id: string, { email, name }: Customer): Promise<void> {
    await call(this.#stripe.customers.update(id, { email, name }))
  }

  async createSubscription(customerId: string, key: string): Promise<ProviderSubscription> {
    const price = await this.#findPrice()
    const params: Stripe.SubscriptionCreateParams = {
      customer: customerId,
      items: [{ price }],
      payment_behavior: 'default_incomplete',
      payment_settings: { payment_method_types: ['card'], save_default_payment_method: 'on_subscription' },
      metadata: { idempotency_key: key },
      expand,
    }
    // With another price the parameters differ, which Stripe refuses for the same key.
    return view(await call(this.#stripe.subscriptions.create(params, { idempotencyKey: `${key}:${price}` })))
  }

  async retrieveSubscription(id: string): Promise<ProviderSubscription> {
    return view(await call(this.#stripe.subscriptions.retrieve(id, { expand })))
  }

  async setCancelAtPeriodEnd(id: string, cancel: boolean): Promise<void> {
    const { subscriptions } = this.#stripe
    // A cancellation in the portal may have set a date instead.
    const hasDate = !cancel && !(await call(subscriptions.retrieve(id))).cancel_at_period_end
    await call(subscriptions.update(id, hasDate ? { cancel_at: '' } : { cancel_at_period_end: cancel }))
  }

  async cancelSubscription(id: string): Promise<void> {
    const { status } = await this.retrieveSubscription(id)
    if (status !== 'canceled' && status !== 'incomplete_expired') await call(this.#stripe.subscriptions.cancel(id))
  }

  async listInvoices(customerId: string): Promise<Invoice[]> {
    const { data } = await call(this.#stripe.invoices.list({ customer: customerId, limit: 24 }))
    const shown = data.filter(({ status, total }) => status !== 'draft' && status !== 'void' && total > 0)
    return shown.map((invoice) => ({
      id: invoice.id,
      number: invoice.number,
      createdAt: invoice.created * 1000,
      amount: invoice.total,
      currency: invoice.currency,
      isPaid: invoice.status === 'paid',
      url: invoice.hosted_invoice_url ?? null,
    }))
  }

  async createPortalUrl(customerId: string, returnUrl: string): Promise<string> {
    const params = { customer: customerId, return_url: returnUrl }
    return (await call(this.#stripe.billingPortal.sessions.create(params))).url
  }

  readEvent(body: Buffer, signature: string): PaymentEvent | null {
    return readEvent(this.#stripe, { body, signature, secrets: this.#settings.webhookSecrets, now: this.#clock.now() })
  }

  async findPremiumCustomer(id: string): Promise<string | null> {
    const { customer, items } = await call(this.#stripe.subscriptions.retrieve(id))
    if (!items.data.some(({ price }) => price.lookup_key === this.#settings.priceLookupKey)) return null
    return typeof customer === 'string' ? customer : customer.id
  }

  async findCustomerOfCharge(chargeId: string): Promise<string | null> {
    const { customer } = await call(this.#stripe.charges.retrieve(chargeId))
    return typeof customer === 'string' ? customer : (customer?.id ?? null)
  }

  async check(): Promise<void> {
    await this.#findPrice()
  }

  /** The price with the lookup key. Any other price than the one on the page is refused. */
  async #findPrice(): Promise<string> {
    const { priceLookupKey } = this.#settings
    const prices = this.#stripe.prices.list({ lookup_keys: [priceLookupKey], active: true, limit: 1 })
    const [price] = (await call(prices)).data
    if (!price) throw wrongPrice(`Stripe has no active price with the lookup key ${priceLookupKey}.`)
    const { unit_amount, currency, recurring } = price
    const isMonthly = recurring?.interval === 'month' && recurring.interval_count === 1
    if (unit_amount !== premiumPrice.cents || currency !== premiumPrice.currency || !isMonthly) {
      const { text, period } = premiumPrice
      throw wrongPrice(`The price ${price.id} (lookup key ${priceLookupKey}) is not ${text} ${period}.`)
    }
    return price.id
  }
}

const wrongPrice = (message: string) => new PaymentProviderError(message, { reason: 'price' })

function addressOf(base: URL | null): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> {
  if (!base) return {}
  const isHttp = base.protocol === 'http:'
  return {
    host: base.hostname,
    port: base.port || (isHttp ? 80 : 443),
    protocol: isHttp ? 'http' : 'https',
  }
}

function view(subscription: Stripe.Subscription): ProviderSubscription {
  const { id, latest_invoice: invoice, items, cancel_at, cancel_at_period_end } = subscription
  const status = subscriptionStatuses.find((known) => known === subscription.status)
  if (!status) throw new PaymentProviderError(`Subscription ${id} has the unknown status ${subscription.status}.`)
  const secret = typeof invoice === 'object' ? (invoice?.confirmation_secret?.client_secret ?? null) : null
  const ends = items.data.map((item) => item.current_period_end)
  const periodEnd = ends.length > 0 ? Math.max(...ends) * 1000 : null
  return {
    id,
    status,
    clientSecret: status === 'incomplete' ? secret : null,
    currentPeriodEnd: periodEnd,
    cancelsAt: cancel_at ? cancel_at * 1000 : cancel_at_period_end ? periodEnd : null,
  }
}

/** Stripe's own message stays out of the log: it may repeat what the customer typed. */
async function call<T>(request: Promise<T>): Promise<T> {
  try {
    return await request
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    const { type, code, param, statusCode = 0, requestId } = error
    const facts = Object.entries({ type, code, param, status: statusCode || undefined, requestId })
    const text = facts.flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`])).join(', ')
    // Answers that Stripe does not store under an idempotency key: not authenticated, in progress, too many requests.
    const isFinal = statusCode >= 400 && ![401, 403, 409, 429].includes(statusCode)
    const reason = statusCode === 401 || statusCode === 403 ? 'key' : statusCode === 0 ? 'unreachable' : 'other'
    throw new PaymentProviderError(`Stripe answered with an error: ${text}.`, { isFinal, reason })
  }
}

/** Seconds that the time in a signature may differ from ours. */
const tolerance = 300

interface SignedBody {
  body: Buffer
  signature: string
  secrets: readonly string[]
  now: number
}

/** The event of a webhook, or null when it was not signed with one of the secrets within the last five minutes. */
function readEvent(stripe: Stripe, { body, signature, secrets, now }: SignedBody): PaymentEvent | null {
  // The package accepts any time to come.
  const signedAt = Number(/(?:^|,)t=(\d+)(?:,|$)/.exec(signature)?.[1] ?? Number.NaN)
  if (!(signedAt <= now / 1000 + tolerance)) return null
  for (const secret of secrets) {
    try {
      return viewEvent(stripe.webhooks.constructEvent(body, signature, secret, tolerance, undefined, now))
    } catch {
      // The next secret may be the right one.
    }
  }
  return null
}

function viewEvent(event: Stripe.Event): PaymentEvent {
  const facts = { id: event.id, type: event.type, subscriptionId: null, chargeId: null }
  switch (event.type) {
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
      return { ...facts, subscriptionId: event.data.object.id }
    case 'invoice.paid':
    case 'invoice.payment_failed':
    case 'invoice.payment_action_required':
      return { ...facts, ...subscriptionOfInvoice(event.data.object, event.api_version) }
    case 'charge.dispute.created':
      return { ...facts, chargeId: idOf(event.data.object.charge) }
    default:
      return facts
  }
}

/** Before the version 2025-03-31 of the API, an invoice had its subscription at its top. */
function subscriptionOfInvoice(invoice: Stripe.Invoice & { subscription?: Reference }, apiVersion: string | null) {
  const { parent, subscription } = invoice
  if (!parent && subscription) return { subscriptionId: idOf(subscription), apiVersion }
  return { subscriptionId: idOf(parent?.subscription_details?.subscription) }
}

type Reference = string | { id: string } | null | undefined
const idOf = (reference: Reference): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)
