import type { Closing, Reader } from './live-reply.ts'

/** Milliseconds between two pieces of text: twenty a second read as one flow, at any speed a model has. */
const usualPace = 50

/**
 * Passes a reply on in pieces at most every `pace` milliseconds. The first goes at once, as does whatever comes after
 * a pause. A token alone costs as much to write, send and take in as a sentence does; where hundreds of replies flow
 * at a time, that is most of what they cost.
 */
export class PacedReader implements Reader {
  readonly #reader: Reader
  readonly #pace: number
  #timer: NodeJS.Timeout | null = null
  #resting = true
  #text = ''
  #at = 0

  constructor(reader: Reader, pace = usualPace) {
    this.#reader = reader
    this.#pace = pace
  }

  onText(text: string, at: number): void {
    this.#text += text
    this.#at = at
    if (!this.#resting) return
    this.#resting = false
    this.#pass()
    if (this.#timer === null) this.#timer = setTimeout(this.#tick, this.#pace)
    else this.#timer.refresh()
  }

  onEnd(closing: Closing): void {
    this.stop()
    this.#pass()
    this.#reader.onEnd(closing)
  }

  /** Nobody reads any more. */
  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  readonly #tick = (): void => {
    if (this.#text === '') {
      this.#resting = true
      return
    }
    this.#pass()
    this.#timer?.refresh()
  }

  #pass(): void {
    if (this.#text === '') return
    const text = this.#text
    this.#text = ''
    this.#reader.onText(text, this.#at)
  }
}
