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
      this.response.write(this.frame(this.#index))
      this.#index += 1
      if (this.pace.gapMs > 0 && this.#index < tokens) {
        this.after(this.pace.firstTokenMs + this.#index * this.pace.gapMs, () => this.#token(tokens, then))
        return
      }
    }
    then()
  }
}

const frames = new WeakMap<Dialect, Map<string, Buffer[]>>()

function frameOf(dialect: Dialect, model: string, index: number): Buffer {
  const byModel = frames.get(dialect) ?? new Map<string, Buffer[]>()
  frames.set(dialect, byModel)
  const made = byModel.get(model) ?? words.map((word) => Buffer.from(dialect.token(model, word)))
  byModel.set(model, made)
  return made[index] ?? Buffer.alloc(0)
}
