import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { json } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { anthropic, type Dialect, ollama, openai } from './upstream-dialect.ts'
import { type FailureName, failureModes, isFailureName } from './upstream-failures.ts'
import { type Pace, TokenStream, type UpstreamRequest } from './upstream-stream.ts'

export interface UpstreamOptions extends Partial<Pace> {
  port?: number
  /** The ids that `/v1/models` lists. */
  models?: readonly string[]
  /** Request fields that this server rejects with a 400 that names them. */
  unsupportedFields?: readonly string[]
  /** Whether it rejects requests that end with an assistant message, as Claude 4.6 does. */
  rejectsPrefill?: boolean
  /** The window of its model: it rejects longer requests as LM Studio does. Its tokens are of 3 characters. */
  windowTokens?: number
  /** Whether it rejects requests whose roles do not alternate, as some chat templates do. */
  strictRoles?: boolean
}

export interface RecordedRequest {
  path: string
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
}

const dialects: [string, Dialect][] = [
  ['/chat/completions', openai],
  ['/messages', anthropic],
  ['/api/chat', ollama],
]

/** How many requests are recorded; a load test sends far more. */
const maxRecorded = 1_000

/**
 * A mock model server with the OpenAI and Anthropic protocols under `/v1`, and Ollama's under `/api`. It streams a fixed text at a fixed pace. It
 * fails on demand: one request by its model name (`failure:cut-mid-stream`), or all requests by setting `failure`.
 */
export class MockUpstream {
  readonly pace: Pace
  readonly requests: RecordedRequest[] = []
  /** Number of replies that the client disconnected from before their end. */
  disconnects = 0
  /** Number of replies being sent. */
  activeReplies = 0
  failure: FailureName | null = null
  /** A reply begins after this promise. */
  held: Promise<void> | null = null
  unsupportedFields: readonly string[]
  strictRoles: boolean
  rejectsPrefill: boolean
  readonly windowTokens: number
  models: readonly string[]
  /** The window that the list of models states. */
  listedWindow: number | undefined
  readonly sockets = new Set<Socket>()
  readonly #server: Server

  constructor(options: UpstreamOptions = {}) {
    this.pace = { firstTokenMs: options.firstTokenMs ?? 50, gapMs: options.gapMs ?? 20, tokens: options.tokens ?? 200 }
    this.unsupportedFields = options.unsupportedFields ?? []
    this.windowTokens = options.windowTokens ?? Number.POSITIVE_INFINITY
    this.rejectsPrefill = options.rejectsPrefill ?? false
    this.strictRoles = options.strictRoles ?? false
    this.models = options.models ?? ['text-embedding-mock', 'mock-chat']
    this.#server = createServer(
      { keepAliveTimeout: 5_000 },
      (request, response) => void this.#respond(request, response),
    )
    this.#server.on('connection', (socket: Socket) => {
      this.sockets.add(socket)
      socket.on('close', () => this.sockets.delete(socket))
    })
  }

  async listen(port = 0): Promise<void> {
    this.#server.listen(port, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** The base URL for both protocols. */
  get baseUrl(): string {
    return `http://127.0.0.1:${this.port}/v1`
  }

  /** The messages of the last request. */
  lastMessages() {
    return (this.requests.at(-1)?.body.messages ?? []) as { role: string; content: string }[]
  }

  lastPrompt(): string {
    return this.lastMessages()
      .map(({ content }) => content)
      .join('\n\n')
  }

  /** Resolves when no reply is being sent. */
  async waitForIdle(): Promise<void> {
    while (this.activeReplies > 0) await once(this.#server, 'reply-closed')
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server.closeAllConnections()
    await closed
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? ''
    if (request.method === 'GET' && path.endsWith('/models')) {
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({
          object: 'list',
          data: this.models.map((id) => ({ id, object: 'model', max_model_len: this.listedWindow })),
        }),
      )
      return
    }
    const dialect = dialects.find(([end]) => path.endsWith(end))?.[1] ?? null
    if (dialect === null || request.method !== 'POST') {
      response.writeHead(404).end('not found')
      return
    }
    this.#track(response)
    const body = (await json(request)) as Record<string, unknown>
    this.requests.push({ path, headers: request.headers, body })
    if (this.requests.length > maxRecorded) this.requests.shift()
    const parsed = parseRequest(dialect, body)
    const rejection = this.#rejectionOf(body, parsed)
    if (rejection !== null) {
      response.writeHead(rejection.status, { 'content-type': 'application/json' })
      response.end(dialect.error('request', rejection.message))
      return
    }
    if (this.held) await this.held
    this.#reply(new TokenStream(response, parsed, this.pace))
  }

  #rejectionOf(
    body: Record<string, unknown>,
    { promptTokens, maxTokens }: UpstreamRequest,
  ): { status: number; message: string } | null {
    const unsupported = this.unsupportedFields.find((field) => field in body)
    if (unsupported !== undefined) {
      return { status: 400, message: `Unsupported parameter: '${unsupported}' is not supported with this model.` }
    }
    if (promptTokens + maxTokens > this.windowTokens) {
      const message = `Trying to keep the first ${promptTokens} tokens when context the overflows. However, the model is loaded with context length of only ${this.windowTokens} tokens, which is not enough.`
      return { status: 400, message }
    }
    if (!Array.isArray(body.messages)) return null
    const last = body.messages.at(-1) as { role: string } | undefined
    if (this.rejectsPrefill && last?.role === 'assistant') {
      const message =
        'This model does not support assistant message prefill. The conversation must end with a user message.'
      return { status: 400, message }
    }
    if (!this.strictRoles) return null
    const roles = body.messages
      .map((message: { role: string }) => message.role)
      .filter((role, at) => at > 0 || role !== 'system')
    const alternate = roles.every((role, at) => role === (at % 2 === 0 ? 'user' : 'assistant'))
    const message = 'Jinja Exception: Conversation roles must alternate user/assistant/user/assistant/...'
    return alternate ? null : { status: 500, message }
  }

  #reply(stream: TokenStream): void {
    const { model, dialect, maxTokens } = stream.request
    const failure = model.startsWith('failure:') ? model.slice('failure:'.length) : this.failure
    if (failure !== null && isFailureName(failure)) {
      failureModes[failure](stream)
      return
    }
    const tokens = Math.min(this.pace.tokens, maxTokens)
    // A test may change the pace while the reply is being sent.
    const reason = tokens < this.pace.tokens ? 'length' : 'stop'
    stream.stream(tokens, () => void stream.response.end(stream.finish(reason) + dialect.done))
  }

  #track(response: ServerResponse): void {
    this.activeReplies += 1
    response.on('close', () => {
      this.activeReplies -= 1
      if (!response.writableFinished) this.disconnects += 1
      this.#server.emit('reply-closed')
    })
  }
}

export async function startUpstream(options: UpstreamOptions = {}): Promise<MockUpstream> {
  const upstream = new MockUpstream(options)
  await upstream.listen(options.port)
  return upstream
}

function parseRequest(dialect: Dialect, body: Record<string, unknown>): UpstreamRequest {
  const { num_predict } = (body.options ?? {}) as { num_predict?: number }
  const maxTokens = Number(body.max_tokens ?? body.max_completion_tokens ?? num_predict ?? Number.POSITIVE_INFINITY)
  const options = body.stream_options as { include_usage?: boolean } | undefined
  return {
    model: String(body.model ?? 'mock-chat'),
    dialect,
    maxTokens,
    wantsUsage: options?.include_usage === true,
    promptTokens: Math.ceil(JSON.stringify([body.system, body.messages]).length / 3),
  }
}

/** `node tests/support/upstream.ts --port 0` prints its port and serves until it is stopped. */
async function main(): Promise<void> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ options: { port: text, first: text, gap: text, tokens: text, failure: text } })
  const upstream = await startUpstream({
    port: Number(values.port ?? 0),
    firstTokenMs: Number(values.first ?? 50),
    gapMs: Number(values.gap ?? 20),
    tokens: Number(values.tokens ?? 200),
  })
  if (values.failure !== undefined && isFailureName(values.failure)) upstream.failure = values.failure
  console.log(upstream.port)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
