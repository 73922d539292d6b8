/**
 * Removes directions of the prompt that a model repeats, from `[Writing direction:` to the bracket that closes it, while
 * the text streams. Holds back only what may be the heading.
 *
 * @example
 * const filter = new DirectionFilter()
 * filter.add('Ahoy. [Writ') // 'Ahoy. '
 * filter.add('ing direction: End [soon].] Come') // ' Come'
 * filter.end() // ''
 */
export class DirectionFilter {
  #held = ''
  /** The number of brackets that are open in a direction; 0 outside. */
  #depth = 0

  /** The text that can be passed on after this piece. */
  add(piece: string): string {
    if (this.#depth === 0 && this.#held === '' && !piece.includes('[')) return piece
    const text = this.#held + piece
    this.#held = ''
    let passed = ''
    let at = 0
    while (at < text.length) {
      if (this.#depth > 0) {
        at = this.#skip(text, at)
        continue
      }
      const bracket = text.indexOf('[', at)
      if (bracket === -1) return passed + text.slice(at)
      passed += text.slice(at, bracket)
      const start = text.slice(bracket, bracket + directionHeading.length)
      if (start === directionHeading) this.#depth = 1
      else if (directionHeading.startsWith(start)) {
        this.#held = start
        return passed
      } else passed += '['
      at = bracket + (this.#depth > 0 ? directionHeading.length : 1)
    }
    return passed
  }

  /** Call at the end of the text: returns what was held back, unless it is the beginning of a heading. */
  end(): string {
    return this.#held.length > '['.length ? '' : this.#held
  }

  /** The index after the direction, or the end of the text. */
  #skip(text: string, start: number): number {
    for (let at = start; at < text.length; at++) {
      if (text[at] === '[') this.#depth += 1
      if (text[at] === ']') this.#depth -= 1
      if (this.#depth === 0) return at + 1
    }
    return text.length
  }
}

/** Begins each instruction among the messages. `DirectionFilter` removes what a model repeats of them. */
export const directionHeading = '[Writing direction:'
