import type { Context } from '#server/core/context.ts'
import type { Hit } from '#server/safety/rules/text-guard.ts'
import { type Classified, classifyText } from '#server/screening/classify-text.ts'
import { hasChatFilter } from '#server/screening/screen-text.ts'
import { isMatureChat } from '../personas/player.ts'
import type { LiveReply } from './live-reply.ts'
import type { DraftJob } from './reply-job.ts'

/** Why a turn ends: a finding in the message or the reply, or a classifier that does not answer in a mature chat. */
export type Verdict = { of: 'message' | 'reply'; hit: Hit } | { of: 'failure' }

interface TurnCheckOptions {
  /** Whether text is shown only once it was classified. */
  isGated: boolean
  classifyReply: (text: string) => Promise<Classified>
  /** The verdict on what the player wrote. */
  input: Promise<Classified>
}

/** Starts to classify the turn's message and its reply. */
export function startTurnCheck(context: Context, reply: LiveReply, job: DraftJob): TurnCheck {
  const isFiltered = hasChatFilter(job.viewer)
  return new TurnCheck(reply, {
    isGated: isMatureChat(job),
    classifyReply: (text) => classifyText(context, { surface: 'reply', text, isFiltered }),
    input: classifyText(context, { surface: 'message', text: job.input ?? '', isFiltered }),
  })
}

/**
 * In characters. `shown` and `gated`: the length of a part that is classified, in an ungated and a gated chat.
 * `sentence`: the least length of one that ends with a sentence. `overlap`: what is sent again from the part before.
 */
const pieces = { shown: 1_000, gated: 160, sentence: 40, overlap: 200 }
const sentenceEnd = /[.!?…]["”*)]*\s/

/**
 * Classifies a turn while its reply is generated. In a general chat nothing waits for it: a reply that it objects to is
 * removed again. A gated chat shows only text that was classified.
 */
export class TurnCheck {
  verdict: Verdict | null = null
  readonly #reply: LiveReply
  readonly #options: TurnCheckOptions
  readonly #existing: string
  readonly #input: Promise<void>
  #text = ''
  #checked = 0
  #shown = 0
  #running: Promise<void> | null = null
  #isEnding = false
  #isUnanswered = false
  #isOver = false
  /** Incremented when the text starts again from the beginning. */
  #version = 0

  constructor(reply: LiveReply, options: TurnCheckOptions) {
    this.#reply = reply
    this.#options = options
    this.#existing = reply.text
    this.#input = options.input.then((classified) => this.#judge('message', classified))
  }

  /** Everything the model has written. */
  get text(): string {
    return this.#text
  }

  /** Whether a part of the shown text was not classified: there was no answer, or the server stopped. */
  get isUnchecked(): boolean {
    return !this.#options.isGated && (this.#isUnanswered || !this.#isOver)
  }

  /** Starts again: another model is called, or the model replaces its text. */
  restart(): void {
    this.#version += 1
    this.#text = ''
    this.#checked = 0
    this.#shown = 0
    this.#isEnding = false
    this.#isOver = false
  }

  add(text: string): void {
    if (this.verdict) return
    this.#text += text
    if (!this.#options.isGated) this.#reply.append(text)
    this.#checkMore()
  }

  replace(text: string): void {
    this.restart()
    this.#reply.replace(this.#existing)
    this.add(text)
  }

  /** Waits until all of the turn is checked. */
  async end(): Promise<void> {
    this.#isEnding = true
    this.#checkMore()
    while (this.#running) await this.#running
    await this.#input
    this.#isOver = true
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
    else this.#isUnanswered = true
    if (this.verdict) this.#reply.abortController.abort('complete')
  }
}
