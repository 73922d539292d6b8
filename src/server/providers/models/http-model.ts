import { type BodyParser, ReplyReader } from './http/reply-reader.ts'
import type { ModelTimeouts } from './http/timeouts.ts'
import { UnsupportedParams } from './http/unsupported-params.ts'
import { Upstream } from './http/upstream.ts'
import { ConfigurationError, InvalidReplyError, RefusedError, toModelError } from './http/upstream-error.ts'
import { findFirstChatModel } from './model-list.ts'
import { findProfile, type ModelProfile } from './profiles.ts'
import type { GenerateOptions, ModelRequest, ModelResult, ModelUsage, RemoteModel } from './provider.ts'
import { ReplyFilter } from './reply-filters/reply-filter.ts'
import type { Service } from './services.ts'

export interface HttpModelOptions {
  service: Service
  /** Default: the service's base URL. */
  baseUrl?: string | undefined
  apiKey?: string | undefined
  /** Null: the first chat model that the server lists when the first reply is generated. */
  model: string | null
  contextTokens: number
  maxReplyTokens: number
  timeouts?: Partial<ModelTimeouts> | undefined
}

/** Parses one reply and passes its text to a `ReplyFilter`. */
export interface ReplyParser extends BodyParser {
  usage: ModelUsage | null
  finish: ModelResult['finish']
}

/** The model that a request goes to, and what is known of it. */
export interface Target {
  service: Service
  model: string
  profile: ModelProfile
  unsupported: UnsupportedParams
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
  readonly contextTokens: number
  readonly maxReplyTokens: number
  readonly #protocol: Protocol
  readonly #service: Service
  readonly #apiKey: string
  readonly #upstream: Upstream
  readonly #unsupported = new UnsupportedParams()
  #model: string | null

  constructor(protocol: Protocol, options: HttpModelOptions) {
    const { service, apiKey = '' } = options
    this.id = service.id
    this.label = service.label
    this.contextTokens = options.contextTokens
    this.maxReplyTokens = options.maxReplyTokens
    this.#protocol = protocol
    this.#service = service
    this.#apiKey = apiKey
    this.#model = options.model
    this.#upstream = new Upstream({
      baseUrl: options.baseUrl ?? service.baseUrl,
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream, application/json',
        ...(apiKey === '' ? {} : protocol.authorization(apiKey)),
        ...service.headers,
      },
      timeouts: options.timeouts,
    })
  }

  /** The model's name; `unknown` until `findModel` has found it. */
  get model(): string {
    return this.#model ?? 'unknown'
  }

  get canPrefill(): boolean {
    return findProfile(this.#service.id, this.model).prefill !== 'none' && !this.#unsupported.has('prefill')
  }

  async generate(request: ModelRequest, options: GenerateOptions): Promise<ModelResult> {
    const { signal } = options
    signal.throwIfAborted()
    try {
      if (this.#service.keyVariable !== undefined && this.#apiKey === '') {
        throw new ConfigurationError(`no API key: set ${this.#service.keyVariable}`)
      }
      const model = this.#model ?? (await this.findModel(signal))
      return await this.#request(model, request, options)
    } catch (error) {
      signal.throwIfAborted()
      throw toModelError(this.id, error, [this.#apiKey])
    }
  }

  /** Finds the first chat model that the server lists, and uses it from then on. */
  async findModel(signal: AbortSignal): Promise<string> {
    this.#model = await findFirstChatModel(this.#upstream, signal)
    return this.#model
  }

  close(): Promise<void> {
    return this.#upstream.close()
  }

  /** Sends the request, and again without the parameters that the server rejects. No text was received by then. */
  async #request(model: string, request: ModelRequest, { signal, onText, onWaiting }: GenerateOptions) {
    const [service, unsupported] = [this.#service, this.#unsupported]
    const target: Target = { service, model, profile: findProfile(service.id, model), unsupported }
    const waiting = service.isLocal ? onWaiting : undefined
    for (;;) {
      const filter = new ReplyFilter(request, onText)
      const parser = this.#protocol.createParser(filter)
      const body = this.#protocol.createBody(target, request)
      const path = this.#protocol.path(target, request)
      try {
        await this.#upstream.post(path, body, new ReplyReader(parser), { signal, onWaiting: waiting })
      } catch (error) {
        if (filter.isBlank && unsupported.learnFrom(error, body)) continue
        throw error
      }
      filter.end()
      if (filter.isBlank && parser.finish === 'filter') throw new RefusedError()
      if (filter.isBlank) throw new InvalidReplyError(`no text (${parser.finish})`)
      // A reply that the filter ended was not read to the usage data at its end.
      return { finish: filter.cut ?? parser.finish, usage: filter.cut === null ? parser.usage : null }
    }
  }
}
