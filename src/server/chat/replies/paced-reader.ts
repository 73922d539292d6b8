import type { Closing, Reader } from './live-reply.ts'

/** Milliseconds between two pieces of text, alone and in a full house. Either reads as one flow. */
const pace = { alone: 40, full: 100, fullAt: 300 }

/** Readers there are now. */
let reading = 0

const paceNow = () => Math.min(pace.full, pace.alone + ((pace.full - pace.alone) * reading) / pace.fullAt)

/**
 * Passes a reply on in pieces, the first at once, as whatever comes after a pause, the others after a moment together.
 * A token alone costs as much to write, send and take in as a sentence does; where hundreds of replies flow at a time,
 * that would be most of what they cost, so the fuller the house, the longer the moment.
 */
export class PacedReader implements Reader {
  readonly #reader: Reader
  #timer: NodeJS.Timeout | null = null
  #resting = true
  #text = ''
  #at = 0

  constructor(reader: Reader) {
    this.#reader = reader
  }

  onText(text: string, at: number): void {
    this.#text += text
    this.#at = at
    if (!this.#resting) return
    this.#resting = false
    if (this.#timer === null) reading += 1
    this.#passAndRest()
  }

  onEnd(closing: Closing): void {
    this.stop()
    this.#pass()
    this.#reader.onEnd(closing)
  }

  /** Nobody reads any more. */
  stop(): void {
    if (this.#timer === null) return
    clearTimeout(this.#timer)
    this.#timer = null
    reading -= 1
  }

  readonly #tick = (): void => {
    if (this.#text === '') this.#resting = true
    else this.#passAndRest()
  }

  #passAndRest(): void {
    this.#pass()
    this.#timer = setTimeout(this.#tick, paceNow())
  }

  #pass(): void {
    if (this.#text === '') return
    const text = this.#text
    this.#text = ''
    this.#reader.onText(text, this.#at)
  }
}
