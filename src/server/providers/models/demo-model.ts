import { setTimeout as wait } from 'node:timers/promises'
import { writeReply } from './demo-model/write-reply.ts'
import type { BuiltInModel, DemoRequest, GenerateOptions, ModelResult } from './provider.ts'
import { ReplyFilter } from './reply-filters/reply-filter.ts'

export interface DemoModelOptions {
  maxReplyTokens?: number
  /** Delays before the first word and after each word, in milliseconds. */
  delays?: { firstWordMs: number; wordMs: number }
}

/** About the rate at which a small hosted model streams. */
export const defaultDelays = { firstWordMs: 150, wordMs: 25 }

/**
 * Generates replies from the character's own fields, with no language model behind it, so that the product can be tried
 * without an API key. The same request with the same seed gives the same reply.
 */
export class DemoModel implements BuiltInModel {
  readonly id = 'demo-model'
  readonly label = 'Demo model (built in)'
  readonly model = 'demo-model'
  readonly builtIn = true
  readonly contextTokens = 8192
  readonly canPrefill = false
  readonly maxReplyTokens: number
  readonly #delays: { firstWordMs: number; wordMs: number }

  constructor(options: DemoModelOptions = {}) {
    this.maxReplyTokens = options.maxReplyTokens ?? 600
    this.#delays = options.delays ?? defaultDelays
  }

  async generate(request: DemoRequest, options: GenerateOptions): Promise<ModelResult> {
    const { signal } = options
    signal.throwIfAborted()
    const filter = new ReplyFilter(request, options)
    await this.#delay(this.#delays.firstWordMs, signal)
    for (const word of writeReply(request).split(/(?<=\s)/)) {
      filter.add(word)
      if (filter.cut !== null) break
      await this.#delay(this.#delays.wordMs, signal)
    }
    filter.end()
    return { finish: filter.cut ?? 'stop', usage: null }
  }

  async #delay(ms: number, signal: AbortSignal): Promise<void> {
    if (ms > 0) await wait(ms, undefined, { signal }).catch(() => {})
    signal.throwIfAborted()
  }

  async close(): Promise<void> {}
}
