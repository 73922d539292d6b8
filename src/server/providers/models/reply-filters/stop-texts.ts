/**
 * Ends a text where the first of several stop texts begins, which may be spread over pieces. First is the one that is
 * complete first (of two complete at once, the longer), so that it does not matter how the text is cut into pieces. It
 * holds back only what could still become a stop text.
 */
export class StopTexts {
  readonly #stops: readonly string[]
  #held = ''
  met = false

  constructor(stops: readonly string[]) {
    this.#stops = stops
  }

  /** What may be said after this piece. */
  pass(piece: string): string {
    if (this.met) return ''
    const text = this.#held + piece
    const at = this.#firstStop(text)
    if (at !== -1) {
      this.met = true
      this.#held = ''
      return text.slice(0, at)
    }
    const free = text.length - this.#couldBecomeStop(text)
    this.#held = text.slice(free)
    return text.slice(0, free)
  }

  /** The text is over; what was held back was no stop text after all. */
  end(): string {
    const held = this.#held
    this.#held = ''
    return held
  }

  /** Where the stop text begins that is complete first, or -1. */
  #firstStop(text: string): number {
    let start = -1
    let end = Number.POSITIVE_INFINITY
    for (const stop of this.#stops) {
      const at = text.indexOf(stop)
      const over = at + stop.length
      if (at === -1 || over > end || (over === end && at > start)) continue
      start = at
      end = over
    }
    return start
  }

  /** Length of the longest tail of the text that a stop text begins with. */
  #couldBecomeStop(text: string): number {
    let longest = 0
    for (const stop of this.#stops) {
      for (let length = Math.min(stop.length - 1, text.length); length > longest; length--) {
        if (text.endsWith(stop.slice(0, length))) longest = length
      }
    }
    return longest
  }
}
