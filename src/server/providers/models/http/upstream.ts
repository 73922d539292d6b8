import Pool from 'undici/lib/dispatcher/pool.js'
import { parseJson } from '#engine/json-values.ts'
import {
  type BodyReader,
  type CallOptions,
  callUpstream,
  defaultTimeouts,
  type ModelTimeouts,
} from './upstream-call.ts'
import { InvalidReplyError, UpstreamError } from './upstream-error.ts'

export interface UpstreamOptions {
  /** Without the path of the call: `https://api.openai.com/v1`. */
  baseUrl: string
  headers: Record<string, string>
  timeouts?: Partial<ModelTimeouts>
}

const wholeAddress = /(?:\/(?:chat\/completions|messages|moderations|embeddings|audio\/(?:speech|transcriptions)))?\/*$/
/** The maximum size of a body that is read whole. */
const maxBodyBytes = 8 * 1024 * 1024

/** The connection pool of one model service, with one connection for each live reply. */
export class Upstream {
  readonly #pool: Pool
  readonly #prefix: string
  readonly #headers: Record<string, string>
  readonly #timeouts: ModelTimeouts

  constructor(options: UpstreamOptions) {
    const url = parseBaseUrl(options.baseUrl)
    // Operators also paste the whole address of the call.
    this.#prefix = url.pathname.replace(wholeAddress, '')
    this.#headers = options.headers
    this.#timeouts = { ...defaultTimeouts, ...options.timeouts }
    this.#pool = new Pool(url.origin, {
      connections: null,
      pipelining: 1,
      // With HTTP/2, replies would share a connection, and closing it to stop one would end the others.
      allowH2: false,
      // Less than the 5 s after which Node.js and other servers close idle connections.
      keepAliveTimeout: 4_000,
      // callUpstream has its own timeouts.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: { timeout: 10_000 },
    })
  }

  /** Posts JSON and feeds the response to the reader, until it ends or the reader stops. */
  post(path: string, body: unknown, reader: BodyReader, options: CallOptions): Promise<void> {
    return this.#send('POST', path, asJson(body), reader, options)
  }

  postJson(path: string, body: unknown, signal: AbortSignal): Promise<unknown> {
    return this.#read('POST', path, asJson(body), signal)
  }

  async postForm(path: string, form: FormData, signal: AbortSignal): Promise<unknown> {
    const encoded = new Response(form)
    const bytes = Buffer.from(await encoded.arrayBuffer())
    return this.#read('POST', path, { bytes, type: encoded.headers.get('content-type') ?? '' }, signal)
  }

  getJson(path: string, signal: AbortSignal): Promise<unknown> {
    return this.#read('GET', path, null, signal)
  }

  /** Reads the whole response as JSON. */
  async #read(method: 'GET' | 'POST', path: string, body: RequestBody | null, signal: AbortSignal): Promise<unknown> {
    const reader = new WholeBody()
    await this.#send(method, path, body, reader, { signal })
    return reader.json()
  }

  #send(
    method: 'GET' | 'POST',
    path: string,
    body: RequestBody | null,
    reader: BodyReader,
    options: CallOptions,
  ): Promise<void> {
    if (options.signal.aborted) return Promise.reject(options.signal.reason)
    const fullPath = path.startsWith('^') ? this.#prefix.replace(/\/v1$/, '') + path.slice(1) : this.#prefix + path
    const headers = body === null ? this.#headers : { ...this.#headers, 'content-type': body.type }
    const request = { method, path: fullPath, body: body?.bytes ?? null, headers }
    return callUpstream(this.#pool, request, reader, this.#timeouts, options)
  }

  close(): Promise<void> {
    return this.#pool.destroy()
  }
}

interface RequestBody {
  bytes: string | Buffer
  type: string
}

const asJson = (body: unknown): RequestBody => ({ bytes: JSON.stringify(body), type: 'application/json' })

class WholeBody implements BodyReader {
  readonly #chunks: Buffer[] = []
  #bytes = 0

  feed(chunk: Buffer): 'reading' {
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    if (this.#bytes > maxBodyBytes) throw new InvalidReplyError('a body of more than 8 MiB')
    return 'reading'
  }

  end(): void {}

  json(): unknown {
    const value = parseJson(Buffer.concat(this.#chunks).toString('utf8'))
    if (value === undefined) throw new InvalidReplyError('not JSON')
    return value
  }
}

function parseBaseUrl(baseUrl: string): URL {
  if (!URL.canParse(baseUrl)) throw new UpstreamError('config_error', 'address', 'the base URL is not a valid URL')
  const url = new URL(baseUrl)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new UpstreamError('config_error', 'address', 'the base URL is not http or https')
  return url
}
