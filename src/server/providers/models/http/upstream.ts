import { Pool } from 'undici'
import { defaultTimeouts, type ModelTimeouts } from './timeouts.ts'
import { type BodyReader, UpstreamCall } from './upstream-call.ts'
import { BrokenReply, Misconfigured } from './upstream-error.ts'

export interface UpstreamOptions {
  /** With the path before the protocol's own: `https://api.openai.com/v1`. */
  baseUrl: string
  headers: Record<string, string>
  patience?: Partial<ModelTimeouts> | undefined
}

/** What `/models` may answer at most. */
const maxListBytes = 8 * 1024 * 1024

/** The connections to one upstream: kept alive, as many as there are live replies. */
export class Upstream {
  readonly #pool: Pool
  readonly #prefix: string
  readonly #headers: Record<string, string>
  readonly #patience: ModelTimeouts

  constructor(options: UpstreamOptions) {
    const url = parse(options.baseUrl)
    // People paste the whole address of the call as well.
    this.#prefix = url.pathname.replace(/(?:\/(?:chat\/completions|messages))?\/*$/, '')
    this.#headers = options.headers
    this.#patience = { ...defaultTimeouts, ...options.patience }
    this.#pool = new Pool(url.origin, {
      connections: null,
      pipelining: 1,
      // Several streams share nothing: one connection a reply, so that hanging up on one touches no other.
      allowH2: false,
      // Below the 5 s after which common servers drop an idle connection without a word.
      keepAliveTimeout: 4_000,
      // The call keeps its own time.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: { timeout: 10_000 },
    })
  }

  /** Posts JSON and feeds the answer to the reader until it has what it wants. */
  post(path: string, body: unknown, reader: BodyReader, signal: AbortSignal): Promise<void> {
    return this.#send('POST', path, JSON.stringify(body), reader, signal)
  }

  async getJson(path: string, signal: AbortSignal): Promise<unknown> {
    const reader = new WholeBody()
    await this.#send('GET', path, null, reader, signal)
    return reader.json()
  }

  #send(
    method: 'GET' | 'POST',
    path: string,
    body: string | null,
    reader: BodyReader,
    signal: AbortSignal,
  ): Promise<void> {
    if (signal.aborted) return Promise.reject(signal.reason)
    const call = new UpstreamCall(reader, this.#patience, signal)
    this.#pool.dispatch({ method, path: this.#prefix + path, body, headers: this.#headers }, call)
    return call.done
  }

  close(): Promise<void> {
    return this.#pool.destroy()
  }
}

class WholeBody implements BodyReader {
  readonly #chunks: Buffer[] = []
  #bytes = 0

  feed(chunk: Buffer): 'reading' {
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    if (this.#bytes > maxListBytes) throw new BrokenReply('a list longer than 8 MiB')
    return 'reading'
  }

  end(): void {}

  json(): unknown {
    try {
      return JSON.parse(Buffer.concat(this.#chunks).toString('utf8'))
    } catch {
      throw new BrokenReply('not JSON')
    }
  }
}

function parse(baseUrl: string): URL {
  if (!URL.canParse(baseUrl)) throw new Misconfigured('the base URL is not a web address')
  const url = new URL(baseUrl)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new Misconfigured('the base URL is not http or https')
  return url
}
