import type { ServerResponse } from 'node:http'
import type { Dialect, FinishReason, Usage } from './upstream-dialect.ts'

const words =
  'The curtain rises on a small café by the harbour — “come in,” says the keeper, and the lamps answer one by one. '.split(
    /(?<=\s)/,
  )

/** The text of token `index`: words, some with characters of two or three bytes. */
export function tokenText(index: number): string {
  return words[index % words.length] ?? ''
}

/** The whole text of a reply of this many tokens. */
export function replyOf(tokens: number): string {
  return Array.from({ length: tokens }, (_, index) => tokenText(index)).join('')
}

export interface Pace {
  firstTokenMs: number
  gapMs: number
  tokens: number
  /** The word at which the text begins. Default: 0. */
  firstWord?: number
}

export interface UpstreamRequest {
  model: string
  dialect: Dialect
  maxTokens: number
  wantsUsage: boolean
  promptTokens: number
}

/** One streamed reply of the mock upstream. Its tokens have absolute due times: a late one delays no other. */
export class TokenStream {
  readonly response: ServerResponse
  readonly request: UpstreamRequest
  readonly pace: Pace
  readonly #start = performance.now()
  #index = 0

  constructor(response: ServerResponse, request: UpstreamRequest, pace: Pace) {
    this.response = response
    this.request = request
    this.pace = pace
  }

  get isClosed(): boolean {
    return this.response.destroyed
  }

  usage(replyTokens: number): Usage {
    return { promptTokens: this.request.promptTokens, replyTokens, cachedTokens: 0 }
  }

  writeHead(): void {
    const type = this.request.dialect.contentType ?? 'text/event-stream; charset=utf-8'
    this.response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' })
  }

  /** Streams `tokens` tokens at the configured pace, then calls `then`. */
  stream(tokens: number, then: () => void): void {
    const { dialect, model } = this.request
    this.after(this.pace.firstTokenMs, () => {
      this.writeHead()
      this.response.write(dialect.open(model, this.usage(0)))
      this.#writeTokens(tokens, then)
    })
  }

  /** Runs the job `ms` milliseconds after the start of the reply, unless the client has disconnected. */
  after(ms: number, job: () => void): void {
    const run = () => {
      if (!this.isClosed) job()
    }
    if (ms <= 0) run()
    else setTimeout(run, Math.max(0, this.#start + ms - performance.now())).unref()
  }

  /** The event of one token; requests with the same dialect and model share it. */
  frame(index: number): Buffer {
    return frameOf(this.request.dialect, this.request.model, index % words.length)
  }

  finish(reason: FinishReason = 'stop'): string {
    const { dialect, model, wantsUsage } = this.request
    return dialect.finish(model, reason, this.usage(this.#index), wantsUsage)
  }

  #writeTokens(tokens: number, then: () => void): void {
    while (this.#index < tokens) {
      // Written to the socket directly: ServerResponse's chunk encoding would make the mock the bottleneck of a load test.
      this.response.socket?.write(
        chunkOf(this.request.dialect, this.request.model, ((this.pace.firstWord ?? 0) + this.#index) % words.length),
      )
      this.#index += 1
      if (this.pace.gapMs > 0 && this.#index < tokens) {
        this.after(this.pace.firstTokenMs + this.#index * this.pace.gapMs, () => this.#writeTokens(tokens, then))
        return
      }
    }
    then()
  }
}

interface EncodedToken {
  frame: Buffer
  /** The frame as a chunk of a chunked HTTP body. */
  chunk: Buffer
}

const encodedTokens = new WeakMap<Dialect, Map<string, EncodedToken[]>>()

function encodedTokensFor(dialect: Dialect, model: string): EncodedToken[] {
  const byModel = encodedTokens.get(dialect) ?? new Map<string, EncodedToken[]>()
  encodedTokens.set(dialect, byModel)
  const tokens = byModel.get(model) ?? words.map((word) => encodeToken(dialect.token(model, word)))
  byModel.set(model, tokens)
  return tokens
}

function encodeToken(token: string): EncodedToken {
  const frame = Buffer.from(token)
  const length = Buffer.from(`${frame.length.toString(16)}\r\n`)
  return { frame, chunk: Buffer.concat([length, frame, Buffer.from('\r\n')]) }
}

const emptyBuffer = Buffer.alloc(0)
const frameOf = (dialect: Dialect, model: string, index: number) =>
  encodedTokensFor(dialect, model)[index]?.frame ?? emptyBuffer
const chunkOf = (dialect: Dialect, model: string, index: number) =>
  encodedTokensFor(dialect, model)[index]?.chunk ?? emptyBuffer
