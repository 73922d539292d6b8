import type { ModelRequest, ModelResult } from '../provider.ts'
import { StopTextFilter } from './stop-text-filter.ts'
import { ThinkingFilter } from './thinking-filter.ts'

/** More than any tokenizer's average for prose, so a reply longer than this ignores `maxTokens`. */
const maxCharactersPerToken = 8

/**
 * Filters the text of one reply: removes thinking, ends the reply at a stop text and at the maximum length, and joins
 * the halves of surrogate pairs. Text that needs none of this is passed on at once and unchanged.
 */
export class ReplyFilter {
  readonly #onText: (text: string) => void
  readonly #thinking = new ThinkingFilter()
  readonly #stopTexts: StopTextFilter | null
  readonly #maxLength: number
  #length = 0
  #highSurrogate = ''
  #isBlank = true
  /** Why this filter ended the reply; null if it did not. */
  cut: Extract<ModelResult['finish'], 'stop' | 'length'> | null = null

  constructor(request: Pick<ModelRequest, 'maxTokens' | 'stop'>, onText: (text: string) => void) {
    const stopTexts = (request.stop ?? []).filter((stop) => stop !== '')
    this.#onText = onText
    this.#stopTexts = stopTexts.length > 0 ? new StopTextFilter(stopTexts) : null
    this.#maxLength = request.maxTokens * maxCharactersPerToken
  }

  /** True while the reply is empty or white space. */
  get isBlank(): boolean {
    return this.#isBlank
  }

  add(piece: string): void {
    if (this.cut !== null) return
    const room = this.#maxLength - this.#length
    const text = this.#thinking.filter(piece.length > room ? piece.slice(0, room) : piece)
    if (text !== '') this.#filterStopTexts(text)
    this.#addLength(piece.length)
  }

  /** Counts thinking that came outside the text towards the maximum length. */
  addThinking(length: number): void {
    this.#addLength(length)
  }

  /** Call at the end of the reply: passes on the text that was held back. */
  end(): void {
    if (this.cut === 'stop') return
    const held = this.#thinking.end()
    if (held !== '') this.#filterStopTexts(held)
    if (this.#stopTexts !== null) this.#passOn(this.#stopTexts.end())
    this.#highSurrogate = ''
  }

  #addLength(length: number): void {
    this.#length += length
    if (this.#length >= this.#maxLength) this.cut ??= 'length'
  }

  #filterStopTexts(text: string): void {
    if (this.#stopTexts === null) {
      this.#passOn(text)
      return
    }
    const passed = this.#stopTexts.filter(text)
    if (this.#stopTexts.hasStopped) this.cut = 'stop'
    this.#passOn(passed)
  }

  /** Holds back a high surrogate at the end of a piece, so that no piece ends inside a character. */
  #passOn(text: string): void {
    if (text === '') return
    let whole = this.#highSurrogate === '' ? text : this.#highSurrogate + text
    const last = whole.charCodeAt(whole.length - 1)
    this.#highSurrogate = last >= 0xd800 && last <= 0xdbff ? whole.slice(-1) : ''
    if (this.#highSurrogate !== '') whole = whole.slice(0, -1)
    if (whole === '') return
    if (this.#isBlank && whole.trim() !== '') this.#isBlank = false
    this.#onText(whole)
  }
}
