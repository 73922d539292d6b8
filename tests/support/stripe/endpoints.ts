import type Stripe from 'stripe'
import { listOf, type Params } from './form.ts'
import type { StripeRecords, SubscriptionRecord } from './stripe-records.ts'

/** An answer that is an error of the API. */
export class StripeApiError extends Error {
  readonly status: number
  readonly body: { type: Stripe.errors.StripeError['rawType']; code?: string; param?: string; message: string }

  constructor(status: number, body: StripeApiError['body']) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

const missing = (param: string, id: string) =>
  new StripeApiError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param,
    message: `No such ${param}: ${id}`,
  })
const invalid = (param: string, message: string) =>
  new StripeApiError(400, { type: 'invalid_request_error', param, message })

export interface Endpoint {
  method: 'GET' | 'POST' | 'DELETE'
  path: RegExp
  /** The parameters that a call may have. The real API has more; these are the ones that the fake supports. */
  params: readonly string[]
  /** The paths that can be expanded. */
  expandable: readonly string[]
  handle: (call: { records: StripeRecords; id: string; params: Params }) => object
}

type Names<T> = readonly Extract<keyof T, string>[]
/** The compiler checks the names against the package. */
const names = <T>(list: Names<T>): readonly string[] => list

const subscriptionPaths = ['latest_invoice', 'latest_invoice.confirmation_secret', 'customer']

export const endpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: /^\/v1\/prices$/,
    params: [...names<Stripe.PriceListParams>(['active', 'limit']), 'lookup_keys.#'],
    expandable: [],
    handle({ records, params }) {
      const keys = listOf(params, 'lookup_keys')
      const data = records.prices.filter(({ active, lookup_key }) => active && keys.includes(lookup_key ?? ''))
      return { object: 'list', data, has_more: false, url: '/v1/prices' }
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/customers$/,
    params: [...names<Stripe.CustomerCreateParams>(['email', 'name']), 'metadata.*'],
    expandable: [],
    handle: ({ records, params }) => records.createCustomer(metadataOf(params)),
  },
  {
    method: 'POST',
    path: /^\/v1\/customers\/(\w+)$/,
    params: [...names<Stripe.CustomerUpdateParams>(['email', 'name']), 'metadata.*'],
    expandable: [],
    handle({ records, id, params }) {
      const customer = records.customers.get(id)
      if (!customer) throw missing('customer', id)
      return Object.assign(customer, Object.fromEntries(params))
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/subscriptions$/,
    params: [
      ...names<Stripe.SubscriptionCreateParams>(['customer', 'payment_behavior']),
      'items.#.price',
      'payment_settings.payment_method_types.#',
      'payment_settings.save_default_payment_method',
      'metadata.*',
    ],
    expandable: subscriptionPaths,
    handle({ records, params }) {
      const customer = params.get('customer') ?? ''
      const price = params.get('items.0.price') ?? ''
      if (!records.customers.has(customer)) throw missing('customer', customer)
      if (!records.prices.some(({ id }) => id === price)) throw missing('price', price)
      if (params.get('payment_behavior') !== 'default_incomplete') {
        throw invalid('payment_behavior', 'This customer has no attached payment source or default payment method.')
      }
      return records.createSubscription(customer, price, metadataOf(params))
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/subscriptions\/(\w+)$/,
    params: [],
    expandable: subscriptionPaths,
    handle: ({ records, id }) => findSubscription(records, id),
  },
  {
    method: 'POST',
    path: /^\/v1\/subscriptions\/(\w+)$/,
    params: names<Stripe.SubscriptionUpdateParams>(['cancel_at_period_end', 'cancel_at']),
    expandable: subscriptionPaths,
    handle({ records, id, params }) {
      const subscription = findSubscription(records, id)
      if (params.size > 1) throw invalid('cancel_at', 'cancel_at and cancel_at_period_end cannot be used together.')
      if (subscription.status === 'canceled')
        throw invalid('id', 'A canceled subscription can only update its metadata.')
      records.setCancelAtPeriodEnd(id, params.get('cancel_at_period_end') === 'true')
      return subscription
    },
  },
  {
    method: 'DELETE',
    path: /^\/v1\/subscriptions\/(\w+)$/,
    params: [],
    expandable: subscriptionPaths,
    handle({ records, id }) {
      const subscription = findSubscription(records, id)
      if (subscription.status === 'canceled') throw missing('subscription', id)
      records.end(id)
      return subscription
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/invoices$/,
    params: names<Stripe.InvoiceListParams>(['customer', 'limit']),
    expandable: [],
    handle({ records, params }) {
      const data = [...records.invoices.values()]
        .filter(({ customer }) => customer === params.get('customer'))
        .reverse()
      return {
        object: 'list',
        data: data.slice(0, Number(params.get('limit') ?? 10)),
        has_more: false,
        url: '/v1/invoices',
      }
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/charges\/(\w+)$/,
    params: [],
    expandable: [],
    handle({ records, id }) {
      if (!records.charges.has(id)) throw missing('charge', id)
      return { id, object: 'charge', customer: records.charges.get(id) }
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/billing_portal\/sessions$/,
    params: names<Stripe.BillingPortal.SessionCreateParams>(['customer', 'return_url']),
    expandable: [],
    handle({ records, params }) {
      const customer = params.get('customer') ?? ''
      if (!records.customers.has(customer)) throw missing('customer', customer)
      return {
        id: records.nextId('bps'),
        object: 'billing_portal.session',
        url: `https://billing.stripe.com/p/session/${customer}`,
      }
    },
  },
]

function findSubscription(records: StripeRecords, id: string): SubscriptionRecord {
  const subscription = records.subscriptions.get(id)
  if (!subscription) throw missing('subscription', id)
  return subscription
}

function metadataOf(params: Params): Record<string, string> {
  const entries = [...params].filter(([name]) => name.startsWith('metadata.'))
  return Object.fromEntries(entries.map(([name, value]) => [name.slice('metadata.'.length), value]))
}

/** Replaces ids by the objects that a call asks for. */
export function expandObject(records: StripeRecords, object: object, paths: readonly string[]): object {
  if (!('latest_invoice' in object) || !paths.some((path) => path.startsWith('latest_invoice'))) return object
  const subscription = object as SubscriptionRecord
  const invoice = records.invoices.get(subscription.latest_invoice)
  const secret = { client_secret: records.clientSecretOf(subscription), type: 'payment_intent' }
  const isOpen = invoice?.status === 'open'
  const extra = paths.includes('latest_invoice.confirmation_secret')
    ? { confirmation_secret: isOpen ? secret : null }
    : {}
  return { ...subscription, latest_invoice: { ...invoice, ...extra } }
}
