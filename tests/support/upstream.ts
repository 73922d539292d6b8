import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Ticker } from './ticker.ts'
import { anthropic, type Dialect, openai } from './upstream-dialect.ts'
import { type FaultName, faults, isFault } from './upstream-faults.ts'
import { type Pace, type Request, TokenStream } from './upstream-stream.ts'

export interface UpstreamOptions extends Partial<Pace> {
  port?: number
  /** What `/v1/models` lists. */
  models?: readonly string[]
  /** Request fields this server answers with a 400 that names them. */
  refuses?: readonly string[]
  /** Whether it fails, as some chat templates do, when roles do not alternate. */
  strictRoles?: boolean
}

export interface SeenRequest {
  path: string
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
}

/** How many requests are remembered; a load test makes far more. */
const remembered = 1_000

/**
 * A mock model server that speaks OpenAI's and Anthropic's protocols under `/v1`. It streams a fixed text at a fixed
 * pace, and goes wrong on demand: for one request by its model's name (`fault:cut-mid-stream`), for all by `fault`.
 */
export class MockUpstream {
  readonly pace: Pace
  readonly requests: SeenRequest[] = []
  /** Replies the client hung up on before they were over. */
  hangUps = 0
  /** Replies under way. */
  live = 0
  fault: FaultName | null = null
  refuses: readonly string[]
  strictRoles: boolean
  models: readonly string[]
  readonly sockets = new Set<Socket>()
  readonly #server: Server
  readonly #ticker = new Ticker()

  constructor(options: UpstreamOptions = {}) {
    this.pace = { firstTokenMs: options.firstTokenMs ?? 50, gapMs: options.gapMs ?? 20, tokens: options.tokens ?? 200 }
    this.refuses = options.refuses ?? []
    this.strictRoles = options.strictRoles ?? false
    this.models = options.models ?? ['text-embedding-mock', 'mock-chat']
    this.#server = createServer(
      { keepAliveTimeout: 5_000 },
      (request, response) => void this.#answer(request, response),
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

  /** Resolves once no reply is under way. */
  async quiet(): Promise<void> {
    while (this.live > 0) await once(this.#server, 'reply-over')
  }

  async close(): Promise<void> {
    this.#ticker.stop()
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server.closeAllConnections()
    await closed
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? ''
    if (request.method === 'GET' && path.endsWith('/models')) {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ object: 'list', data: this.models.map((id) => ({ id, object: 'model' })) }))
      return
    }
    const dialect = path.endsWith('/chat/completions') ? openai : path.endsWith('/messages') ? anthropic : null
    if (dialect === null || request.method !== 'POST') {
      response.writeHead(404).end('no such path')
      return
    }
    this.#follow(response)
    const body = await readJson(request)
    this.requests.push({ path, headers: request.headers, body })
    if (this.requests.length > remembered) this.requests.shift()
    const refusal = this.#refusal(body)
    if (refusal !== null) {
      response.writeHead(refusal.status, { 'content-type': 'application/json' })
      response.end(dialect.error('request', refusal.message))
      return
    }
    this.#play(new TokenStream(response, understand(dialect, body), this.pace, this.#ticker))
  }

  #refusal(body: Record<string, unknown>): { status: number; message: string } | null {
    const refused = this.refuses.find((field) => field in body)
    if (refused !== undefined) {
      return { status: 400, message: `Unsupported parameter: '${refused}' is not supported with this model.` }
    }
    if (!this.strictRoles || !Array.isArray(body.messages)) return null
    const roles = body.messages
      .map((message: { role: string }) => message.role)
      .filter((role, at) => at > 0 || role !== 'system')
    const alternate = roles.every((role, at) => role === (at % 2 === 0 ? 'user' : 'assistant'))
    const message = 'Jinja Exception: Conversation roles must alternate user/assistant/user/assistant/...'
    return alternate ? null : { status: 500, message }
  }

  #play(stream: TokenStream): void {
    const { model, dialect, maxTokens } = stream.request
    const named = model.startsWith('fault:') ? model.slice('fault:'.length) : this.fault
    if (named !== null && isFault(named)) {
      faults[named](stream)
      return
    }
    const tokens = Math.min(this.pace.tokens, maxTokens)
    stream.play(tokens, () => {
      stream.response.end(stream.finish(tokens < this.pace.tokens ? 'length' : 'stop') + dialect.done)
    })
  }

  #follow(response: ServerResponse): void {
    this.live += 1
    response.on('close', () => {
      this.live -= 1
      if (!response.writableFinished) this.hangUps += 1
      this.#server.emit('reply-over')
    })
  }
}

export async function startUpstream(options: UpstreamOptions = {}): Promise<MockUpstream> {
  const upstream = new MockUpstream(options)
  await upstream.listen(options.port)
  return upstream
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>
}

function understand(dialect: Dialect, body: Record<string, unknown>): Request {
  const maxTokens = Number(body.max_tokens ?? body.max_completion_tokens ?? Number.POSITIVE_INFINITY)
  const options = body.stream_options as { include_usage?: boolean } | undefined
  return {
    model: String(body.model ?? 'mock-chat'),
    dialect,
    maxTokens,
    wantsUsage: options?.include_usage === true,
    promptTokens: Math.ceil(JSON.stringify([body.system, body.messages]).length / 4),
  }
}

/** `node tests/support/upstream.ts --port 0` prints the port and serves until stopped. */
async function main(): Promise<void> {
  const number = { type: 'string' } as const
  const { values } = parseArgs({ options: { port: number, first: number, gap: number, tokens: number, fault: number } })
  const upstream = await startUpstream({
    port: Number(values.port ?? 0),
    firstTokenMs: Number(values.first ?? 50),
    gapMs: Number(values.gap ?? 20),
    tokens: Number(values.tokens ?? 200),
  })
  if (values.fault !== undefined && isFault(values.fault)) upstream.fault = values.fault
  console.log(upstream.port)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
