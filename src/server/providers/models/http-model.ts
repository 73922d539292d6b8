import { setTimeout as wait } from 'node:timers/promises'
import { FactsByModel } from './facts-by-model.ts'
import { findProfile } from './find-profile.ts'
import { parseContextOverflow } from './http/context-overflow.ts'
import { ReplyReader } from './http/reply-reader.ts'
import { defaultRetries, isLoading, type RetryOptions, retryDelay } from './http/retry.ts'
import { defaultTimeouts, type ModelTimeouts } from './http/timeouts.ts'
import { Upstream } from './http/upstream.ts'
import { ConfigurationError, InvalidReplyError, RefusedError, toModelError } from './http/upstream-error.ts'
import type { LearnedFacts } from './learned-facts.ts'
import { findFirstChatModel } from './model-list.ts'
import type { ModelProfile } from './model-profile.ts'
import {
  ContextOverflowError,
  type GenerateOptions,
  type ModelRequest,
  type ModelResult,
  type RemoteModel,
} from './provider.ts'
import { ReplyFilter } from './reply-filters/reply-filter.ts'
import type { ReplyParser } from './reply-parser.ts'
import type { Sampling } from './sampling.ts'
import type { Service } from './services.ts'
import { TokenBudget } from './token-budget.ts'

export interface HttpModelOptions {
  service: Service
  /** Default: the service's base URL. */
  baseUrl?: string | undefined
  apiKey?: string | undefined
  /** Null: the first chat model that the server lists when the first reply is generated. */
  model: string | null
  /** The tokens that a prompt and its reply may use, which may be less than the model's window. */
  contextTokens: number
  /** The window that the server states, or null. */
  windowTokens?: number | null
  maxReplyTokens: number
  sampling?: Sampling | undefined
  timeouts?: Partial<ModelTimeouts> | undefined
  retries?: RetryOptions | undefined
  now?: (() => number) | undefined
  /** For the log: what a reply has taught about the model. */
  onFact?: ((fact: string) => void) | undefined
}

/** A shorter prompt fits into every window, so that an empty reply has another cause. */
const silentOverflowTokens = 3_000

/** How many requests may be rejected for something that the next one leaves out. */
const maxLessons = 10

/** The model that a request goes to, and what is known of it. */
export interface Target {
  service: Service
  model: string
  profile: ModelProfile
  learned: LearnedFacts
  /** The tokens that the service may generate, with thinking. */
  replyTokens: number
  /** The window, for a server that must be told. */
  windowTokens: number
}

/** A protocol of model services: the call, its body, and the parser of the reply. */
export interface Protocol {
  path(target: Target, request: ModelRequest): string
  authorization(apiKey: string): Record<string, string>
  createBody(target: Target, request: ModelRequest): Record<string, unknown>
  createParser(filter: ReplyFilter): ReplyParser
}

/** A model behind a service's HTTP API. */
export class HttpModel implements RemoteModel {
  readonly id: string
  readonly label: string
  readonly builtIn = false
  readonly #protocol: Protocol
  readonly #service: Service
  readonly #apiKey: string
  readonly #upstream: Upstream
  readonly #facts: FactsByModel
  readonly #retries: RetryOptions
  readonly #options: HttpModelOptions
  readonly #now: () => number
  #model: string | null
  #profile: ModelProfile

  constructor(protocol: Protocol, options: HttpModelOptions) {
    const { service, apiKey = '', now = Date.now, onFact = () => {} } = options
    this.id = service.id
    this.label = service.label
    this.#options = options
    this.#now = now
    this.#protocol = protocol
    this.#service = service
    this.#apiKey = apiKey
    this.#model = options.model
    this.#profile = findProfile(service, options.model ?? '', options.sampling)
    this.#facts = new FactsByModel({ now, onFact })
    this.#retries = options.retries ?? defaultRetries
    const { firstByteMs = this.#profile.firstByteMs } = options.timeouts ?? {}
    const totalMs = firstByteMs + defaultTimeouts.totalMs
    this.#upstream = new Upstream({
      baseUrl: options.baseUrl ?? service.baseUrl,
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream, application/json',
        'accept-encoding': 'identity',
        ...(apiKey === '' ? {} : protocol.authorization(apiKey)),
        ...service.headers,
      },
      timeouts: { ...defaultTimeouts, idleMs: this.#profile.idleMs, firstByteMs, totalMs, ...options.timeouts },
    })
  }

  /** The model's name; `unknown` until `findModel` has found it. */
  get model(): string {
    return this.#model ?? 'unknown'
  }

  get contextTokens(): number {
    return this.#budget.contextTokens
  }

  get maxReplyTokens(): number {
    return this.#budget.maxReplyTokens
  }

  get examplesAsMessages(): boolean {
    return this.#profile.examplesAsMessages
  }

  get canPrefill(): boolean {
    return this.#profile.prefill !== null && !this.#learned.has('prefill rejected')
  }

  async generate(request: ModelRequest, options: GenerateOptions): Promise<ModelResult> {
    const { signal } = options
    signal.throwIfAborted()
    try {
      if (this.#service.keyVariable !== undefined && this.#apiKey === '') {
        throw new ConfigurationError('missing_key', `no API key: set ${this.#service.keyVariable}`)
      }
      const model = this.#model ?? (await this.findModel(signal))
      return await this.#generate(model, request, options)
    } catch (error) {
      signal.throwIfAborted()
      throw toModelError(this.id, error, [this.#apiKey])
    }
  }

  /** Finds the first chat model that the server lists, and uses it from then on. */
  async findModel(signal: AbortSignal): Promise<string> {
    this.#model = await findFirstChatModel(this.#upstream, signal)
    this.#profile = findProfile(this.#service, this.#model, this.#options.sampling)
    return this.#model
  }

  close(): Promise<void> {
    return this.#upstream.close()
  }

  get #learned(): LearnedFacts {
    return this.#facts.current
  }

  get #budget(): TokenBudget {
    return new TokenBudget(this.#options, this.#profile, this.#learned, this.#service.isLocal === true)
  }

  /**
   * Sends the request, and again while nothing was said: without what the server rejected, or once after an error that
   * passes by itself.
   */
  async #generate(model: string, request: ModelRequest, options: GenerateOptions): Promise<ModelResult> {
    const { service, profile } = { service: this.#service, profile: this.#profile }
    const loadingUntil = this.#service.isLocal ? this.#now() + this.#profile.firstByteMs : 0
    const waiting = this.#service.isLocal ? once(options.onWaiting) : undefined
    let canRetry = true
    for (let lessons = 0; ; ) {
      const { thinkingTokens, windowTokens } = this.#budget
      const learned = this.#learned
      const replyTokens = request.maxTokens + thinkingTokens
      const target: Target = { service, model, profile, learned, replyTokens, windowTokens }
      const body = this.#protocol.createBody(target, request)
      const filter = new ReplyFilter({ ...request, thinkingTokens }, options)
      try {
        const result = await this.#send(target, request, body, filter, { ...options, onWaiting: waiting })
        if (result !== null) return result
      } catch (error) {
        if (!filter.isBlank) throw error
        this.#throwOverflow(error, request)
        if (lessons < maxLessons && learned.learnFrom(error, body, profile)) {
          lessons += 1
          continue
        }
        const isStillLoading = isLoading(error) && this.#now() < loadingUntil
        const delay = isStillLoading ? this.#retries.loadingMs : canRetry ? retryDelay(error, this.#retries) : null
        if (delay === null) throw error
        if (isStillLoading) waiting?.()
        else canRetry = false
        await wait(delay, undefined, { signal: options.signal })
      }
    }
  }

  /** One request. Null: the model spent its tokens thinking, and gets more in the next request. */
  async #send(
    target: Target,
    request: ModelRequest,
    body: Record<string, unknown>,
    filter: ReplyFilter,
    { signal, onWaiting }: GenerateOptions,
  ): Promise<ModelResult | null> {
    const parser = this.#protocol.createParser(filter)
    const path = this.#protocol.path(target, request)
    await this.#upstream.post(path, body, new ReplyReader(parser), { signal, onWaiting })
    filter.end()
    this.#facts.select(parser.model ?? null, target.model)
    this.#budget.learnUsage(parser.usage, request)
    const finish = filter.cut ?? (filter.isRefusal ? 'filter' : parser.finish)
    if (filter.isBlank) {
      if (finish === 'filter') throw new RefusedError()
      if (filter.hasThought && this.#budget.learnThinking()) return null
      throw new InvalidReplyError(`no text (${finish})`)
    }
    if (filter.hasThought && !this.#learned.thinks(target.profile)) this.#learned.set('thinks')
    // A reply that the filter ended was not read to the usage data at its end.
    return { finish, usage: filter.cut === null ? parser.usage : null }
  }

  /** Throws a `ContextOverflowError` if the service says that the request does not fit, and learns what fits. */
  #throwOverflow(error: unknown, request: ModelRequest): void {
    const isSilent = error instanceof InvalidReplyError && this.#profile.overflowIsSilent
    const isLong = (request.promptTokens ?? 0) > silentOverflowTokens
    const overflow = isSilent && isLong ? { windowTokens: null, promptTokens: null } : parseContextOverflow(error)
    if (overflow === null) return
    this.#budget.learnOverflow(overflow, request)
    throw new ContextOverflowError(this.id, toModelError(this.id, error, [this.#apiKey]))
  }
}

function once(callback: (() => void) | undefined): (() => void) | undefined {
  let isCalled = false
  return (
    callback &&
    (() => {
      if (!isCalled) callback()
      isCalled = true
    })
  )
}
