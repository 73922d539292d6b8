import type { ServerResponse } from 'node:http'
import type { Ticker } from './ticker.ts'
import type { Dialect, Usage } from './upstream-dialect.ts'

const words =
  'The curtain rises on a small café by the harbour — “come in,” says the keeper, and the lamps answer one by one. '.split(
    /(?<=\s)/,
  )

/** The text of token `index`: plain words with some characters of two and three bytes among them. */
export function tokenText(index: number): string {
  return words[index % words.length] ?? ''
}

/** The whole text of a reply of so many tokens. */
export function replyOf(tokens: number): string {
  return Array.from({ length: tokens }, (_, index) => tokenText(index)).join('')
}

export interface Pace {
  firstTokenMs: number
  gapMs: number
  tokens: number
}

export interface Request {
  model: string
  dialect: Dialect
  maxTokens: number
  wantsUsage: boolean
  promptTokens: number
}

/** One streamed reply of the mock, paced by the shared ticker. */
export class TokenStream {
  readonly response: ServerResponse
  readonly request: Request
  readonly pace: Pace
  readonly #ticker: Ticker
  readonly #start = performance.now()
  #index = 0

  constructor(response: ServerResponse, request: Request, pace: Pace, ticker: Ticker) {
    this.response = response
    this.request = request
    this.pace = pace
    this.#ticker = ticker
  }

  get gone(): boolean {
    return this.response.destroyed
  }

  usage(replyTokens: number): Usage {
    return { promptTokens: this.request.promptTokens, replyTokens, cachedTokens: 0 }
  }

  openHead(): void {
    this.response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
  }

  /** Streams `tokens` tokens at the pace, then calls `then`. */
  play(tokens: number, then: () => void): void {
    const { dialect, model } = this.request
    this.after(this.pace.firstTokenMs, () => {
      this.openHead()
      this.response.write(dialect.open(model, this.usage(0)))
      this.#token(tokens, then)
    })
  }

  /** Calls back so many milliseconds after the reply began, if anyone still listens. */
  after(ms: number, job: () => void): void {
    const run = () => {
      if (!this.gone) job()
    }
    if (ms <= 0) run()
    else this.#ticker.at(this.#start + ms, run)
  }

  /** The frame of one token; equal requests share it. */
  frame(index: number): Buffer {
    return frameOf(this.request.dialect, this.request.model, index % words.length)
  }

  finish(reason: 'stop' | 'length' = 'stop'): string {
    const { dialect, model, wantsUsage } = this.request
    return dialect.finish(model, reason, this.usage(this.#index), wantsUsage)
  }

  #token(tokens: number, then: () => void): void {
    while (this.#index < tokens) {
      // Past the response, whose own framing of so many small chunks would make the mock the bottleneck of a load test.
      this.response.socket?.write(chunkOf(this.request.dialect, this.request.model, this.#index % words.length))
      this.#index += 1
      if (this.pace.gapMs > 0 && this.#index < tokens) {
        this.after(this.pace.firstTokenMs + this.#index * this.pace.gapMs, () => this.#token(tokens, then))
        return
      }
    }
    then()
  }
}

interface Made {
  frame: Buffer
  /** The frame as a chunk of a chunked body. */
  chunk: Buffer
}

const made = new WeakMap<Dialect, Map<string, Made[]>>()

function madeOf(dialect: Dialect, model: string): Made[] {
  const byModel = made.get(dialect) ?? new Map<string, Made[]>()
  made.set(dialect, byModel)
  const known = byModel.get(model) ?? words.map((word) => make(dialect.token(model, word)))
  byModel.set(model, known)
  return known
}

function make(token: string): Made {
  const frame = Buffer.from(token)
  const length = Buffer.from(`${frame.length.toString(16)}\r\n`)
  return { frame, chunk: Buffer.concat([length, frame, Buffer.from('\r\n')]) }
}

const none = Buffer.alloc(0)
const frameOf = (dialect: Dialect, model: string, index: number) => madeOf(dialect, model)[index]?.frame ?? none
const chunkOf = (dialect: Dialect, model: string, index: number) => madeOf(dialect, model)[index]?.chunk ?? none
