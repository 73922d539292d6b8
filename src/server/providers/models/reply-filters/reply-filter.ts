import { isBlank } from '#engine/is-blank.ts'
import { StopFilter } from '#engine/reply/stop-filter.ts'
import type { GenerateOptions, ModelRequest, ModelResult } from '../provider.ts'
import { ThinkingFilter } from './thinking-filter.ts'

/** More than any tokenizer's average for prose, so a reply longer than this ignores `maxTokens`. */
const maxCharactersPerToken = 8
/** About the average for prose: the limit of what is spoken when the service was given more tokens for thinking. */
const spokenCharactersPerToken = 5

export interface FilterRequest extends Pick<ModelRequest, 'maxTokens' | 'stop'> {
  /** Tokens that the service may generate besides `maxTokens`. */
  thinkingTokens?: number
  /** How the model words a refusal. */
  refusal?: RegExp | null
}

/**
 * Filters the text of one reply: removes thinking, ends the reply at a stop text and at the maximum length, and joins
 * the halves of surrogate pairs. Text that needs none of this is passed on at once and unchanged.
 */
export class ReplyFilter {
  readonly #onText: (text: string) => void
  readonly #onReplace: ((text: string) => void) | undefined
  readonly #thinking = new ThinkingFilter(() => this.#reset())
  readonly #stops: StopFilter
  /** The maximum lengths, in UTF-16 code units: of all text, and of what is spoken. */
  readonly #maxLength: number
  readonly #maxSpoken: number
  readonly #refusal: RegExp | null
  #length = 0
  #spoken = 0
  #highSurrogate = ''
  /** The first characters of the reply. */
  #opening = ''
  #isBlank = true
  #hasThoughtOutside = false
  /** Why this filter ended the reply; null if it did not. */
  cut: Extract<ModelResult['finish'], 'stop' | 'length'> | null = null

  constructor(request: FilterRequest, { onText, onReplace }: Pick<GenerateOptions, 'onText' | 'onReplace'>) {
    const { maxTokens, thinkingTokens = 0, refusal = null } = request
    this.#refusal = refusal
    this.#onText = onText
    this.#onReplace = onReplace
    this.#stops = new StopFilter(request.stop)
    this.#maxLength = (maxTokens + thinkingTokens) * maxCharactersPerToken
    this.#maxSpoken = maxTokens * (thinkingTokens > 0 ? spokenCharactersPerToken : maxCharactersPerToken)
  }

  /** True while the reply is empty or white space. */
  get isBlank(): boolean {
    return this.#isBlank
  }

  /** Whether the reply, at its end, is a refusal in the words of an assistant. */
  get isRefusal(): boolean {
    return this.#opening.length < maxRefusalLength && isRefusal(this.#opening, this.#refusal)
  }

  /** Whether the model thought before it spoke. */
  get hasThought(): boolean {
    return this.#hasThoughtOutside || this.#thinking.hasThought
  }

  add(piece: string): void {
    if (this.cut !== null) return
    const text = this.#thinking.filter(piece)
    if (text !== '') this.#addSpoken(text)
    if (this.#thinking.hasStopped) this.cut ??= 'stop'
    this.#addLength(piece.length)
  }

  /** Counts thinking that came outside the text towards the maximum length. */
  addThinking(length: number): void {
    if (length > 0) this.#hasThoughtOutside = true
    this.#addLength(length)
  }

  /** The service says that the model thought, without the text. */
  markThought(): void {
    this.#hasThoughtOutside = true
  }

  /** Call at the end of the reply: passes on the text that was held back. */
  end(): void {
    if (this.cut === 'stop' && !this.#thinking.hasStopped) return
    const held = this.cut === 'length' ? '' : this.#thinking.end()
    if (held !== '') this.#filterStopTexts(held)
    this.#passOn(this.#stops.end())
    this.#highSurrogate = ''
  }

  #addLength(length: number): void {
    this.#length += length
    if (this.#length >= this.#maxLength) this.cut ??= 'length'
  }

  #addSpoken(text: string): void {
    const left = this.#maxSpoken - this.#spoken
    this.#spoken += text.length
    this.#filterStopTexts(text.length > left ? text.slice(0, left) : text)
    if (text.length >= left) this.cut ??= 'length'
  }

  /** All text so far was thinking. Without `onReplace`, what was passed on stays. */
  #reset(): void {
    this.#stops.end()
    this.#highSurrogate = ''
    this.#opening = ''
    this.#spoken = 0
    if (this.#isBlank || this.#onReplace === undefined) return
    this.#isBlank = true
    this.#onReplace('')
  }

  #filterStopTexts(text: string): void {
    const passed = this.#stops.add(text)
    if (this.#stops.hasEnded) this.cut = 'stop'
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
    if (this.#isBlank && !isBlank(whole)) this.#isBlank = false
    if (this.#opening.length < maxRefusalLength) this.#opening += whole
    this.#onText(whole)
  }
}

/** In UTF-16 code units. A longer text is a reply. */
const maxRefusalLength = 400

const refusal =
  /^(?:i['’]m (?:really |very )?sorry|i am sorry|sorry|i apologi[sz]e|unfortunately|i must (?:respectfully )?decline|as an ai)\b.{0,80}?\b(?:can['’]?t|cannot|can not|unable to|won['’]t|not able to|decline)\b/is
const refusedAct =
  /\b(?:help|assist|continue|comply|fulfil|create|engage|generate|produce|provide|write|participate|roleplay|role-play|discuss)\b/i

/**
 * Whether a whole reply is a refusal in the words of an assistant ("I'm sorry, but I can't help with that."), or in those
 * of its model. A character's own words have quotation marks or asterisks.
 */
export function isRefusal(text: string, ofModel: RegExp | null = null): boolean {
  const start = text.trim()
  if (/["“”*_]/.test(start)) return false
  return (refusal.test(start) && refusedAct.test(start)) || (ofModel?.test(start) ?? false)
}
