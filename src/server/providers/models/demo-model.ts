import { setTimeout as wait } from 'node:timers/promises'
import { perform } from './demo-model/perform.ts'
import type { ModelProvider, ModelRequest, ModelResult } from './provider.ts'
import { ReplyText } from './reply-filters/reply-text.ts'

export interface DemoModelOptions {
  maxReplyTokens?: number
  /** The pace of its speech, in milliseconds. */
  pace?: { beforeMs: number; wordMs: number }
}

/** How fast people like to be read to. */
const naturalPace = { beforeMs: 150, wordMs: 25 }

/**
 * The built-in performer: it plays a character from the card's own fields, with no model behind it, so that the house
 * can be tried without a key. The same request and seed give the same reply.
 */
export class DemoModel implements ModelProvider {
  readonly id = 'understudy'
  readonly label = 'DemoModel (built-in demo voice)'
  readonly model = 'understudy'
  readonly builtIn = true
  readonly contextTokens = 8192
  readonly maxReplyTokens: number
  readonly #pace: { beforeMs: number; wordMs: number }

  constructor(options: DemoModelOptions = {}) {
    this.maxReplyTokens = options.maxReplyTokens ?? 600
    this.#pace = options.pace ?? naturalPace
  }

  async generate(
    request: ModelRequest,
    { signal, onText }: { signal: AbortSignal; onText: (text: string) => void },
  ): Promise<ModelResult> {
    signal.throwIfAborted()
    const text = new ReplyText(request, onText)
    await this.#pause(this.#pace.beforeMs, signal)
    for (const word of perform(request).split(/(?<=\s)/)) {
      text.add(word)
      if (text.cut !== null) break
      await this.#pause(this.#pace.wordMs, signal)
    }
    text.end()
    return { finish: text.cut ?? 'stop', usage: null }
  }

  async #pause(ms: number, signal: AbortSignal): Promise<void> {
    if (ms > 0) await wait(ms, undefined, { signal }).catch(() => {})
    signal.throwIfAborted()
  }

  async close(): Promise<void> {}
}
