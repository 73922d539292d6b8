/**
 * Ends a text at the first of several stop texts, which is not part of it. The result does not depend on how the text is split
 * into pieces: only the end of a piece is held back, while it may be the beginning of a stop text.
 *
 * @example
 * const filter = new StopFilter(['END'])
 * filter.add('The E') // 'The '
 * filter.add('agle. EN') // 'Eagle. '
 * filter.add('D of it') // ''
 * filter.hasEnded // true
 */
export class StopFilter {
  readonly #stops: readonly string[]
  #held = ''
  /** True after a stop text. The rest is ignored. */
  hasEnded = false

  /** Empty stop texts are ignored. */
  constructor(stops: readonly string[] = []) {
    this.#stops = stops.filter((stop) => stop !== '')
  }

  /** The text that can be passed on after this piece. */
  add(piece: string): string {
    if (this.hasEnded) return ''
    const text = this.#held + piece
    const found = this.#stops
      .map((stop) => ({ at: text.indexOf(stop), length: stop.length }))
      .filter(({ at }) => at >= 0)
      .toSorted((a, b) => a.at + a.length - (b.at + b.length) || a.at - b.at)
    this.hasEnded = found.length > 0
    const end = found[0]?.at ?? text.length - Math.max(0, ...this.#stops.map((stop) => lengthOfBeginning(text, stop)))
    this.#held = this.hasEnded ? '' : text.slice(end)
    return text.slice(0, end)
  }

  /** Call at the end of the text: returns what was held back. */
  end(): string {
    const held = this.#held
    this.#held = ''
    return held
  }
}

/** The length of the longest beginning of `stop` with which the text ends. */
function lengthOfBeginning(text: string, stop: string): number {
  for (let length = Math.min(stop.length - 1, text.length); length > 0; length -= 1) {
    if (text.endsWith(stop.slice(0, length))) return length
  }
  return 0
}
