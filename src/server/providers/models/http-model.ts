import { type ReplyProtocol, ReplyReader } from './http/reply-reader.ts'
import type { ModelTimeouts } from './http/timeouts.ts'
import { Accommodations } from './http/unsupported-params.ts'
import { Upstream } from './http/upstream.ts'
import { BrokenReply, Misconfigured, toModelError } from './http/upstream-error.ts'
import { firstChatModel } from './model-list.ts'
import type { GenerateOptions, ModelRequest, ModelResult, ModelUsage, RemoteModel } from './provider.ts'
import { ReplyText } from './reply-filters/reply-text.ts'
import type { Service } from './services.ts'

export interface HttpModelOptions {
  service: Service
  /** Where it is, if not where the list says. */
  baseUrl?: string | undefined
  apiKey?: string | undefined
  /** Null: whatever chat model the server lists first, asked when first needed. */
  model: string | null
  contextTokens: number
  maxReplyTokens: number
  patience?: Partial<ModelTimeouts> | undefined
}

/** A reply in the making, as a protocol hears it. */
export interface HeardReply extends ReplyProtocol {
  usage: ModelUsage | null
  /** Why the upstream says it ended. */
  finish: ModelResult['finish']
}

/** What sets one way of asking a model apart from another. */
export interface Protocol {
  path: string
  authorization(apiKey: string): Record<string, string>
  body(
    service: Service,
    model: string,
    request: ModelRequest,
    without: (field: string) => boolean,
  ): Record<string, unknown>
  hear(text: ReplyText): HeardReply
}

/** A model reached over HTTP, in whichever protocol. */
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
  readonly #accommodations = new Accommodations()
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
      patience: options.patience,
    })
  }

  /** The model's name; `unknown` until a server that was to choose one itself has told. */
  get model(): string {
    return this.#model ?? 'unknown'
  }

  async generate(request: ModelRequest, { signal, onText }: GenerateOptions): Promise<ModelResult> {
    signal.throwIfAborted()
    try {
      if (this.#service.keyVariable !== undefined && this.#apiKey === '') {
        throw new Misconfigured(`no key: set ${this.#service.keyVariable}`)
      }
      const model = this.#model ?? (await this.askModel(signal))
      return await this.#ask(model, request, signal, onText)
    } catch (error) {
      signal.throwIfAborted()
      throw toModelError(this.id, error, [this.#apiKey])
    }
  }

  /** Asks the server which chat model it has, and keeps to that. */
  async askModel(signal: AbortSignal): Promise<string> {
    this.#model = await firstChatModel(this.#upstream, signal)
    return this.#model
  }

  close(): Promise<void> {
    return this.#upstream.close()
  }

  /** Asks, and asks again without whatever the server refused by name; nothing was said by then. */
  async #ask(model: string, request: ModelRequest, signal: AbortSignal, onText: GenerateOptions['onText']) {
    const without = (field: string) => this.#accommodations.without(field)
    for (;;) {
      const text = new ReplyText(request, onText)
      const reply = this.#protocol.hear(text)
      const body = this.#protocol.body(this.#service, model, request, without)
      try {
        await this.#upstream.post(this.#protocol.path, body, new ReplyReader(reply), signal)
      } catch (error) {
        if (text.blank && this.#accommodations.learn(error, body)) continue
        throw error
      }
      text.end()
      if (text.blank) throw new BrokenReply(`it said nothing (${reply.finish})`)
      // Where we broke off ourselves, its count of the reply was still to come.
      return { finish: text.cut ?? reply.finish, usage: text.cut === null ? reply.usage : null }
    }
  }
}
