import type { Hit } from '#server/safety/rules/text-guard.ts'
import type { Classified } from '#server/screening/classify-text.ts'
import type { LiveReply } from './live-reply.ts'

/** What ends a turn: a finding in the message or the reply, or that the classifier of a chat that needs it did not answer. */
export type Verdict = { of: 'message' | 'reply'; hit: Hit } | { of: 'failure' }

interface TurnCheckOptions {
  /** Text is shown once it is checked, and not at all when the classifier does not answer. */
  isGated: boolean
  classifyReply: (text: string) => Promise<Classified>
  /** The verdict on what the player wrote. */
  input: Promise<Classified>
}

/** Characters after which a part of a reply is checked, and those before it that are sent along. */
const pieces = { shown: 1_000, gated: 160, sentence: 40, overlap: 200 }
const sentenceEnd = /[.!?…]["”*)]*\s/

/**
 * Has the classifier look at a turn while the reply is generated. In a general chat nothing waits for it: a reply that it
 * objects to is taken back. A chat that is gated shows only what has been checked.
 */
export class TurnCheck {
  verdict: Verdict | null = null
  /** Whether the classifier did not answer for a part of the turn. */
  isUnchecked = false
  readonly #reply: LiveReply
  readonly #options: TurnCheckOptions
  readonly #standing: string
  readonly #input: Promise<void>
  #text = ''
  #checked = 0
  #shown = 0
  #running: Promise<void> | null = null
  #isEnding = false
  /** Incremented when the text begins anew. */
  #version = 0

  constructor(reply: LiveReply, options: TurnCheckOptions) {
    this.#reply = reply
    this.#options = options
    this.#standing = reply.text
    this.#input = options.input.then((classified) => this.#judge('message', classified))
  }

  /** All that the model has said. */
  get text(): string {
    return this.#text
  }

  /** Begins anew: another model is asked, or the model replaces what it has said. */
  restart(): void {
    this.#version += 1
    this.#text = ''
    this.#checked = 0
    this.#shown = 0
    this.#isEnding = false
  }

  add(text: string): void {
    if (this.verdict) return
    this.#text += text
    if (!this.#options.isGated) this.#reply.append(text)
    this.#checkMore()
  }

  replace(text: string): void {
    this.restart()
    this.#reply.replace(this.#standing)
    this.add(text)
  }

  /** Waits until all of the turn is checked. */
  async end(): Promise<void> {
    this.#isEnding = true
    this.#checkMore()
    while (this.#running) await this.#running
    await this.#input
  }

  #checkMore(): void {
    if (this.#running || this.verdict || !this.#isDue()) return
    this.#running = this.#check(this.#version).finally(() => {
      this.#running = null
      this.#checkMore()
    })
  }

  #isDue(): boolean {
    const waiting = this.#text.length - this.#checked
    if (this.#isEnding || waiting === 0) return waiting > 0
    if (!this.#options.isGated) return waiting >= pieces.shown
    return waiting >= pieces.gated || (waiting >= pieces.sentence && sentenceEnd.test(this.#text.slice(this.#checked)))
  }

  async #check(version: number): Promise<void> {
    const to = this.#text.length
    const text = this.#text.slice(Math.max(0, this.#checked - pieces.overlap), to)
    const classified = await this.#options.classifyReply(text)
    if (version !== this.#version) return
    this.#judge('reply', classified)
    this.#checked = to
    if (!this.#options.isGated) return
    await this.#input
    if (version !== this.#version || this.verdict) return
    this.#reply.append(this.#text.slice(this.#shown, to))
    this.#shown = to
  }

  #judge(of: 'message' | 'reply', { hit, isChecked }: Classified): void {
    if (this.verdict || (!hit && isChecked)) return
    if (hit) this.verdict = { of, hit }
    else if (this.#options.isGated) this.verdict = { of: 'failure' }
    else this.isUnchecked = true
    if (this.verdict) this.#reply.abortController.abort('complete')
  }
}
