import { hash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Stripe from 'stripe'
import { type Endpoint, endpoints, expandObject, StripeApiError } from './endpoints.ts'
import { findUnknown, listOf, type Params, readForm } from './form.ts'
import { type EventRecord, StripeRecords } from './stripe-records.ts'

export const stripeKeys = {
  secret: 'sk_test_51fakefakefakefake',
  publishable: 'pk_test_51fakefakefakefake',
  webhook: 'whsec_fakefakefakefake',
} as const

interface StoredAnswer {
  fingerprint: string
  /** Null while the first call is in progress. */
  answer: { status: number; body: object } | null
}

/**
 * Stripe on a local port: keeps what is created, honours idempotency keys, and refuses what the real one refuses: unknown
 * parameters, paths that cannot be expanded, a key with other parameters, another version of the API.
 */
export class FakeStripe {
  readonly records: StripeRecords
  /** `method path` of every call. */
  readonly calls: string[] = []
  /** Milliseconds before each answer. */
  latency = 0
  /** The status of the next answers, in order, such as 500; 0 closes the connection. */
  readonly failures: number[] = []
  readonly #answers = new Map<string, StoredAnswer>()
  readonly #server = createServer((request, response) => void this.#serve(request, response))
  readonly #apiVersion = new Stripe(stripeKeys.secret).getApiField('version')

  constructor(now: () => number = Date.now) {
    this.records = new StripeRecords(this.#apiVersion, now)
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
  }

  get env(): Record<string, string> {
    return {
      STRIPE_SECRET_KEY: stripeKeys.secret,
      STRIPE_PUBLISHABLE_KEY: stripeKeys.publishable,
      STRIPE_WEBHOOK_SECRET: stripeKeys.webhook,
      STRIPE_API_BASE: `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`,
    }
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** The body and the signature of a webhook. */
  sign(event: EventRecord, { at = Date.now(), secret = stripeKeys.webhook as string } = {}) {
    const payload = JSON.stringify(event)
    const timestamp = Math.floor(at / 1000)
    return { payload, signature: Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }) }
  }

  /** Sends a webhook; returns the status of the answer. */
  async deliver(event: EventRecord, url: string, options: { at?: number; secret?: string } = {}): Promise<number> {
    const { payload, signature } = this.sign(event, options)
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature }
    const response = await fetch(new URL('/api/webhooks/stripe', url), { method: 'POST', headers, body: payload })
    await response.arrayBuffer()
    return response.status
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost')
    const form = request.method === 'GET' ? search.slice(1) : await text(request)
    this.calls.push(`${request.method} ${pathname}`)
    const { status, body } = await this.#answerOnce(request, pathname, form)
    if (this.latency > 0) await new Promise((resolve) => setTimeout(resolve, this.latency))
    if (status === 0) return void request.socket.destroy()
    const headers = { 'content-type': 'application/json', 'request-id': this.records.nextId('req') }
    response.writeHead(status, headers).end(JSON.stringify(body))
  }

  /** The answer, or the stored one of an earlier call with the same idempotency key. */
  async #answerOnce(request: IncomingMessage, pathname: string, form: string) {
    const key = request.headers['idempotency-key']
    // The package sends a random key with every POST, for its own retries.
    if (typeof key !== 'string') return this.#answer(request, pathname, form)
    const fingerprint = hash('sha256', `${request.method} ${pathname} ${form}`)
    const stored = this.#answers.get(key)
    if (stored && stored.fingerprint !== fingerprint) {
      const message =
        'Keys for idempotent requests can only be used with the same parameters they were first used with.'
      return errorAnswer(400, { type: 'idempotency_error', message })
    }
    if (stored)
      return (
        stored.answer ??
        errorAnswer(409, { type: 'invalid_request_error', code: 'idempotency_key_in_use', message: 'In use.' })
      )
    const entry: StoredAnswer = { fingerprint, answer: null }
    this.#answers.set(key, entry)
    if (this.latency > 0) await new Promise((resolve) => setTimeout(resolve, this.latency))
    const answer = this.#answer(request, pathname, form)
    // Like Stripe: what was not executed is not stored.
    if ([0, 401, 429].includes(answer.status)) this.#answers.delete(key)
    else entry.answer = answer
    return answer
  }

  #answer(request: IncomingMessage, pathname: string, form: string): { status: number; body: object } {
    const failure = this.failures.shift()
    if (failure !== undefined) return errorAnswer(failure, { type: 'api_error', message: 'An error of the fake.' })
    try {
      return { status: 200, body: this.#execute(request, pathname, readForm(form)) }
    } catch (error) {
      if (!(error instanceof StripeApiError)) throw error
      return errorAnswer(error.status, error.body)
    }
  }

  #execute({ method, headers }: IncomingMessage, pathname: string, params: Params): object {
    if (headers.authorization !== `Bearer ${stripeKeys.secret}`) {
      throw new StripeApiError(401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' })
    }
    if (headers['stripe-version'] !== this.#apiVersion) {
      throw new StripeApiError(400, { type: 'invalid_request_error', message: 'Unexpected version of the API.' })
    }
    const endpoint = endpoints.find((each) => each.method === method && each.path.test(pathname))
    if (!endpoint) {
      const message = `Unrecognized request URL (${method}: ${pathname}).`
      throw new StripeApiError(404, { type: 'invalid_request_error', message })
    }
    assertKnownParams(endpoint, params)
    const paths = listOf(params, 'expand')
    const [, id = ''] = endpoint.path.exec(pathname) ?? []
    const plain = new Map([...params].filter(([name]) => !name.startsWith('expand.')))
    return expandObject(this.records, endpoint.handle({ records: this.records, id, params: plain }), paths)
  }
}

function errorAnswer(status: number, error: StripeApiError['body']) {
  return { status, body: { error } }
}

function assertKnownParams({ params: allowed, expandable }: Endpoint, params: Params): void {
  const unknown = findUnknown(params, [...allowed, 'expand.#'])
  if (unknown !== undefined) {
    const message = `Received unknown parameter: ${unknown}`
    throw new StripeApiError(400, { type: 'invalid_request_error', code: 'parameter_unknown', param: unknown, message })
  }
  const stale = listOf(params, 'expand').find((path) => !expandable.includes(path))
  if (stale !== undefined) {
    const message = `This property cannot be expanded (${stale}).`
    throw new StripeApiError(400, { type: 'invalid_request_error', param: 'expand', message })
  }
}
