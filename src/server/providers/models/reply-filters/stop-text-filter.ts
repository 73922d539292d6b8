/**
 * Ends a text where a stop text begins. A stop text may be split over several pieces. The one that is complete first
 * counts (of two complete at once, the longer), so that the result does not depend on how the text is split. Holds back
 * only the text that may be the beginning of a stop text.
 */
export class StopTextFilter {
  readonly #stopTexts: readonly string[]
  #held = ''
  hasStopped = false

  constructor(stopTexts: readonly string[]) {
    this.#stopTexts = stopTexts
  }

  /** The text that can be passed on after this piece. */
  filter(piece: string): string {
    if (this.hasStopped) return ''
    const text = this.#held + piece
    const start = this.#findFirst(text)
    if (start !== -1) {
      this.hasStopped = true
      this.#held = ''
      return text.slice(0, start)
    }
    const passed = text.length - this.#countPossibleStart(text)
    this.#held = text.slice(passed)
    return text.slice(0, passed)
  }

  /** Call at the end of the text: returns the text that was held back. */
  end(): string {
    const held = this.#held
    this.#held = ''
    return held
  }

  /** The start of the stop text that is complete first, or -1. */
  #findFirst(text: string): number {
    let firstStart = -1
    let firstEnd = Number.POSITIVE_INFINITY
    for (const stopText of this.#stopTexts) {
      const start = text.indexOf(stopText)
      const end = start + stopText.length
      if (start === -1 || end > firstEnd || (end === firstEnd && start > firstStart)) continue
      firstStart = start
      firstEnd = end
    }
    return firstStart
  }

  /** The length of the longest end of the text that is the beginning of a stop text. */
  #countPossibleStart(text: string): number {
    let longest = 0
    for (const stopText of this.#stopTexts) {
      for (let length = Math.min(stopText.length - 1, text.length); length > longest; length--) {
        if (text.endsWith(stopText.slice(0, length))) longest = length
      }
    }
    return longest
  }
}
