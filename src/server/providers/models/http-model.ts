import { setTimeout as wait } from 'node:timers/promises'
import { anthropic } from './anthropic.ts'
import { findProfile } from './find-profile.ts'
import { parseContextOverflow } from './http/context-overflow.ts'
import { createReplyReader } from './http/reply-reader.ts'
import { createRetries, defaultRetries, type RetryOptions } from './http/retry.ts'
import { Upstream } from './http/upstream.ts'
import { defaultTimeouts, type ModelTimeouts } from './http/upstream-call.ts'
import { InvalidReplyError, toModelError, UpstreamError } from './http/upstream-error.ts'
import { LearnedFacts } from './learned-facts.ts'
import { findFirstChatModel } from './model-list.ts'
import type { ModelProfile } from './model-profile.ts'
import { limitsOf, type ModelRuntime, type ModelSettings } from './model-settings.ts'
import { ollama } from './ollama.ts'
import { openAiCompatible } from './openai-compatible.ts'
import type { Protocol, Target } from './protocol.ts'
import {
  ContextOverflowError,
  type GenerateOptions,
  type ModelRequest,
  type ModelResult,
  type RemoteModel,
} from './provider.ts'
import { ReplyFilter } from './reply-filters/reply-filter.ts'
import { createWindowReader } from './server-window.ts'
import type { Service } from './services.ts'
import { TokenBudget, type TokenLimits } from './token-budget.ts'

/** Tokens of a prompt that fits into every window, so that an empty reply to it has another cause. */
const silentOverflowTokens = 3_000

/** The most rejected requests that are sent again without what was rejected. */
const maxCorrections = 10

/** A model behind a service's HTTP API. */
export class HttpModel implements RemoteModel {
  readonly id: string
  readonly label: string
  readonly builtIn = false
  readonly #protocol: Protocol
  readonly #upstream: Upstream
  readonly #learned: LearnedFacts
  readonly #readWindow: (model: string) => Promise<number | null>
  readonly #settings: ModelSettings
  readonly #limits: TokenLimits
  readonly #retries: RetryOptions
  readonly #now: () => number
  #model: string | null
  #profile: ModelProfile

  constructor(protocol: Protocol, settings: ModelSettings, runtime: ModelRuntime) {
    const { service } = settings
    const { now = Date.now, onFact = () => {}, retries = defaultRetries } = runtime
    this.id = service.id
    this.label = service.label
    this.#settings = settings
    this.#limits = limitsOf(settings)
    this.#retries = retries
    this.#now = now
    this.#protocol = protocol
    this.#model = settings.model
    this.#profile = findProfile(service, settings.model ?? '', settings.sampling)
    this.#learned = new LearnedFacts(now, onFact)
    this.#upstream = createUpstream(protocol, settings, runtime.timeouts, this.#profile)
    this.#readWindow = createWindowReader(this.#upstream, service, now)
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

  get canPrefill(): boolean {
    return this.#profile.prefill !== null && !this.#learned.facts.rejectsPrefill
  }

  async generate(request: ModelRequest, options: GenerateOptions): Promise<ModelResult> {
    const { signal } = options
    signal.throwIfAborted()
    try {
      const { service, apiKey } = this.#settings
      if (service.keyVariable !== undefined && !apiKey) {
        throw new UpstreamError('config_error', 'missing_key', `no API key: set ${service.keyVariable}`)
      }
      const model = this.#model ?? (await this.findModel(signal))
      await this.#learnWindow(model, request)
      return await this.#generate(model, request, options)
    } catch (error) {
      signal.throwIfAborted()
      throw this.#toModelError(error)
    }
  }

  /** Finds the first chat model that the server lists, and uses it from then on. */
  async findModel(signal: AbortSignal): Promise<string> {
    this.#model = await findFirstChatModel(this.#upstream, signal)
    this.#profile = findProfile(this.#settings.service, this.#model, this.#settings.sampling)
    return this.#model
  }

  close(): Promise<void> {
    return this.#upstream.close()
  }

  get #budget(): TokenBudget {
    return new TokenBudget(this.#limits, this.#profile, this.#learned, this.#settings.service.isLocal === true)
  }

  /** Learns the window that the server states. Throws a `ContextOverflowError` if the request does not fit into it. */
  async #learnWindow(model: string, { promptTokens = 0 }: ModelRequest): Promise<void> {
    const window = await this.#readWindow(model)
    if (window === null || window >= this.#budget.windowTokens) return
    this.#budget.learnWindow(window)
    const { contextTokens, maxReplyTokens } = this.#budget
    if (promptTokens <= contextTokens - maxReplyTokens) return
    throw new ContextOverflowError(this.id, new Error(`the server states a window of ${window} tokens`))
  }

  /**
   * Sends the request, and sends it again as long as no text has arrived: without a field that was rejected, or once
   * after a temporary error.
   */
  async #generate(model: string, request: ModelRequest, options: GenerateOptions): Promise<ModelResult> {
    const { service } = this.#settings
    const { isLocal = false } = service
    const profile = this.#profile
    const onWaiting = isLocal ? once(options.onWaiting) : undefined
    const loadingUntil = isLocal ? this.#now() + profile.firstByteMs : 0
    const nextRetry = createRetries(this.#retries, { now: this.#now, loadingUntil, onWaiting })
    for (let corrections = 0; ; ) {
      const { thinkingTokens, windowTokens } = this.#budget
      const learned = this.#learned
      const replyTokens = request.maxTokens + thinkingTokens
      const target: Target = { service, model, profile, learned, replyTokens, windowTokens }
      const body = this.#protocol.createBody(target, request)
      const filter = new ReplyFilter({ ...request, thinkingTokens, refusal: profile.refusal }, options)
      try {
        const result = await this.#send(target, request, body, filter, { ...options, onWaiting })
        if (result !== null) return result
      } catch (error) {
        if (!filter.isBlank) throw error
        this.#throwOverflow(error, request)
        if (corrections < maxCorrections && learned.learnFrom(error, body, profile)) {
          corrections += 1
          continue
        }
        const delay = nextRetry(error)
        if (delay === null) throw error
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
    { signal, onWaiting, onSent }: GenerateOptions,
  ): Promise<ModelResult | null> {
    onSent?.(body)
    const parser = this.#protocol.createParser(filter)
    const path = this.#protocol.path(target, request)
    await this.#upstream.post(path, body, createReplyReader(parser), { signal, onWaiting })
    filter.end()
    this.#budget.learnUsage(parser.usage, request)
    const finish = filter.cut ?? (filter.isRefusal ? 'filter' : parser.finish)
    if (filter.isBlank) {
      if (finish === 'filter') throw new UpstreamError('content_refused', 'refused')
      // Some services neither send nor count the thinking that took all tokens.
      if ((filter.hasThought || finish === 'length') && this.#budget.learnThinking()) return null
      throw new InvalidReplyError(`no text (${finish})`, { reason: 'no_text' })
    }
    if (filter.hasThought && !this.#learned.thinks(target.profile)) this.#learned.learn({ thinks: true })
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
    throw new ContextOverflowError(this.id, this.#toModelError(error))
  }

  #toModelError(error: unknown): unknown {
    return toModelError(this.id, error, [this.#settings.apiKey ?? ''])
  }
}

/** The connections to a model's service, with its headers and time limits. */
function createUpstream(
  protocol: Protocol,
  { service, apiKey = '', baseUrl = service.baseUrl, firstByteSeconds }: ModelSettings,
  timeouts: Partial<ModelTimeouts> = {},
  profile: ModelProfile,
): Upstream {
  const set = firstByteSeconds === undefined ? profile.firstByteMs : firstByteSeconds * 1_000
  const { firstByteMs = set } = timeouts
  const totalMs = firstByteMs + defaultTimeouts.totalMs
  return new Upstream({
    baseUrl,
    headers: {
      accept: 'text/event-stream, application/json',
      'accept-encoding': 'identity',
      ...(apiKey === '' ? {} : protocol.authorization(apiKey)),
      ...service.headers,
    },
    timeouts: { ...defaultTimeouts, idleMs: profile.idleMs, firstByteMs, totalMs, ...timeouts },
  })
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

const protocols: Record<NonNullable<Service['protocol']>, Protocol> = { anthropic, ollama }

export function protocolOf({ protocol }: Service): Protocol {
  return protocol === undefined ? openAiCompatible : protocols[protocol]
}

export function createHttpModel(settings: ModelSettings, runtime: ModelRuntime = {}): HttpModel {
  return new HttpModel(protocolOf(settings.service), settings, runtime)
}
