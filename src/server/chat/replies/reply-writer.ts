import { type Expression, toExpression } from '#engine/expressions/expression.ts'
import { ContinuationJoiner, type ContinuationKind } from '#engine/reply/join-continuation.ts'
import { ReplyShaper } from '#engine/reply/reply-shaper.ts'
import type { SpeakerNames } from '#engine/reply/speaker-label.ts'
import { StopFilter } from '#engine/reply/stop-filter.ts'
import type { Hit, TextGuard } from '#server/safety/rules/text-guard.ts'
import type { LiveReply } from './live-reply.ts'
import type { TurnCheck } from './turn-check.ts'

interface ReplyWriterOptions {
  names: SpeakerNames
  /** Texts at which the reply ends, as the client wants it. */
  stop?: readonly string[] | undefined
  continuation: ContinuationKind
  /** Creates the guard of the safety policy for a text that follows `before`. */
  createGuard: (before: string) => TextGuard
  /** Shows the text once it is classified; null without a classifier. */
  check: TurnCheck | null
}

/**
 * Writes the output of the model into a reply: removes speaker labels, joins it to the existing text, and holds back
 * what the safety policy forbids. Aborts the request once the model speaks for the player or breaks a rule.
 */
export class ReplyWriter {
  readonly #reply: LiveReply
  readonly #options: ReplyWriterOptions
  /** The existing text, and how the model was asked to continue it; null for a new reply. */
  readonly #continued: { text: string; kind: ContinuationKind } | null
  #shaper: ReplyShaper
  #joiner: ContinuationJoiner | null
  #stops: StopFilter
  #guard: TextGuard | null = null
  #before = ''
  #hasText = false

  constructor(reply: LiveReply, options: ReplyWriterOptions) {
    this.#reply = reply
    this.#options = options
    this.#continued = reply.text === '' ? null : { text: reply.text, kind: options.continuation }
    this.#hasText = reply.text !== ''
    this.#shaper = new ReplyShaper(options.names)
    this.#joiner = this.#createJoiner()
    this.#stops = new StopFilter(options.stop)
    options.check?.restart()
  }

  /** Sets the end of the message that the reply follows, in which a hit can begin. */
  set before(text: string) {
    this.#before = text
  }

  /** The rule that the reply breaks. */
  get hit(): Hit | null {
    return this.#guard?.hit ?? null
  }

  /** The expression that the model has named; null without one. */
  get expression(): Expression | null {
    return toExpression(this.#shaper.expression ?? '')
  }

  /** All of the reply, also what was held back. */
  get text(): string {
    const { check } = this.#options
    const shown = check ? (this.#continued?.text ?? '') + check.text : this.#reply.text
    return shown + (this.#guard?.held ?? '')
  }

  /** Whether the text of a client that ends a reply was met. */
  get hasStopped(): boolean {
    return this.#stops.hasEnded
  }

  /** Whether this writer has aborted the model's request. */
  get hasEnded(): boolean {
    return this.#shaper.hasEnded || this.hasStopped || this.hit !== null || Boolean(this.#options.check?.verdict)
  }

  add(piece: string): void {
    this.#show(this.#pass(this.#shape(piece)))
    if (this.hasEnded) this.#reply.abortController.abort('complete')
  }

  /** Replaces everything the model has written so far. */
  replace(text: string): void {
    if (this.hit) return
    this.#shaper = new ReplyShaper(this.#options.names)
    this.#joiner = this.#createJoiner()
    this.#stops = new StopFilter(this.#options.stop)
    this.#guard = null
    this.#hasText = this.#continued !== null
    const passed = this.#pass(this.#shape(text))
    if (this.#options.check) this.#options.check.replace(passed)
    else this.#reply.replace((this.#continued?.text ?? '') + passed)
  }

  /** Call when the model has ended, for whatever reason. Writes what was held back. */
  end(): void {
    const last = this.#shaper.end()
    const rest = this.#joiner ? this.#joiner.add(last) + this.#joiner.end() : last
    const passed = this.#pass(this.#stops.add(rest) + this.#stops.end())
    this.#show(passed + (this.#guard?.end() ?? ''))
  }

  #show(text: string): void {
    if (this.#options.check) this.#options.check.add(text)
    else this.#reply.append(text)
  }

  #shape(piece: string): string {
    const text = this.#shaper.add(piece)
    if (this.#joiner) return this.#stops.add(this.#joiner.add(text))
    return this.#stops.add(this.#hasText ? text : text.trimStart())
  }

  #pass(text: string): string {
    if (text === '') return ''
    this.#hasText = true
    this.#guard ??= this.#options.createGuard(this.#before)
    return this.#guard.add(text)
  }

  #createJoiner(): ContinuationJoiner | null {
    return this.#continued && new ContinuationJoiner(this.#continued.text, this.#continued.kind)
  }
}
