/**
 * Removes directions of the prompt that a model repeats, from `[Writing direction:` to the bracket that closes it, and the
 * expression that it was asked to name, while the text streams. Holds back only what may be a heading.
 *
 * @example
 * const filter = new DirectionFilter()
 * filter.add('Ahoy. [Writ') // 'Ahoy. '
 * filter.add('ing direction: End [soon].] Come') // ' Come'
 * filter.add('. [expression: joy]') // '. '
 * filter.expression // 'joy'
 * filter.end() // ''
 */
export class DirectionFilter {
  #held = ''
  /** The number of brackets that are open in what is removed; 0 outside. */
  #depth = 0
  /** What the newest expression in the text is called so far; null before the first. */
  #expression: string | null = null
  #isExpression = false

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
      const heading = headings.find((one) => isBeginning(one, text.slice(bracket, bracket + one.length)))
      if (heading && text.length - bracket < heading.length) {
        this.#held = text.slice(bracket)
        return passed
      }
      if (heading) {
        this.#depth = 1
        this.#isExpression = heading === expressionHeading
        if (this.#isExpression) this.#expression = ''
      } else passed += '['
      at = bracket + (heading?.length ?? 1)
    }
    return passed
  }

  /** The name of the newest expression that was removed; null without one. */
  get expression(): string | null {
    return this.#expression?.trim() || null
  }

  /** Call at the end of the text: returns what was held back, unless it is the beginning of a heading. */
  end(): string {
    return this.#held.length > '['.length ? '' : this.#held
  }

  /** The index after what is removed, or the end of the text. */
  #skip(text: string, start: number): number {
    let at = start
    for (; at < text.length; at++) {
      if (text[at] === '[') this.#depth += 1
      if (text[at] === ']') this.#depth -= 1
      if (this.#depth === 0) break
    }
    if (this.#isExpression) this.#expression += text.slice(start, at)
    return Math.min(at + 1, text.length)
  }
}

/** Begins each instruction among the messages. `DirectionFilter` removes what a model repeats of them. */
export const directionHeading = '[Writing direction:'

/** Begins the line in which a model names the expression of its reply. */
export const expressionHeading = '[expression:'

const headings = [directionHeading, expressionHeading]

/** Models write the heading of an expression with an upper case letter too. */
const isBeginning = (heading: string, text: string) => heading.toLowerCase().startsWith(text.toLowerCase())
