import type { ModelRequest, ModelResult } from '../provider.ts'
import { StopTexts } from './stop-texts.ts'
import { Thinking } from './thinking.ts'

/** No tokenizer packs more of ordinary prose into a token; a reply that runs past this ignores `maxTokens`. */
const lettersPerToken = 8

/**
 * The text of one reply on its way to the listener: thinking is left out, stop texts end it, and a voice that will not
 * stop is stopped. With none of these at work a piece goes straight through.
 */
export class ReplyText {
  readonly #onText: (text: string) => void
  readonly #thinking = new Thinking()
  readonly #stops: StopTexts | null
  readonly #limit: number
  #seen = 0
  #halfCharacter = ''
  #blank = true
  /** Why we ended the reply ourselves, or null. */
  cut: Extract<ModelResult['finish'], 'stop' | 'length'> | null = null

  constructor(request: Pick<ModelRequest, 'maxTokens' | 'stop'>, onText: (text: string) => void) {
    const stops = (request.stop ?? []).filter((stop) => stop !== '')
    this.#onText = onText
    this.#stops = stops.length > 0 ? new StopTexts(stops) : null
    this.#limit = request.maxTokens * lettersPerToken
  }

  /** True while nothing but white space was said. */
  get blank(): boolean {
    return this.#blank
  }

  add(piece: string): void {
    if (this.cut !== null) return
    const room = this.#limit - this.#seen
    this.#seen += piece.length
    const spoken = this.#thinking.leaveOut(piece.length > room ? piece.slice(0, room) : piece)
    if (spoken !== '') this.#speak(spoken)
    if (this.#seen >= this.#limit) this.cut ??= 'length'
  }

  /** Counts what the voice thinks to itself outside the reply, so that it cannot think for ever. */
  unspoken(length: number): void {
    this.#seen += length
    if (this.#seen >= this.#limit) this.cut ??= 'length'
  }

  /** The reply is over: what was held back is said. */
  end(): void {
    if (this.cut === 'stop') return
    const held = this.#thinking.end()
    if (held !== '') this.#speak(held)
    if (this.#stops !== null) this.#say(this.#stops.end())
    this.#halfCharacter = ''
  }

  #speak(text: string): void {
    if (this.#stops === null) {
      this.#say(text)
      return
    }
    const free = this.#stops.pass(text)
    if (this.#stops.met) this.cut = 'stop'
    this.#say(free)
  }

  /** A piece may end amid a character that takes two code units; the listener never sees half of one. */
  #say(text: string): void {
    if (text === '') return
    let whole = this.#halfCharacter === '' ? text : this.#halfCharacter + text
    const last = whole.charCodeAt(whole.length - 1)
    this.#halfCharacter = last >= 0xd800 && last <= 0xdbff ? whole.slice(-1) : ''
    if (this.#halfCharacter !== '') whole = whole.slice(0, -1)
    if (whole === '') return
    if (this.#blank && whole.trim() !== '') this.#blank = false
    this.#onText(whole)
  }
}
