import { isUnspaced, isWordCharacter } from './word-boundary.ts'

/** Enough letters to be sure that a continuation that ends inside a repetition was nothing else. */
const certainLength = 12

/**
 * Finds the longest beginning of a continuation that repeats the end of a text, character by character. White space,
 * asterisks, quotation marks, upper case, and dots before the first word do not count.
 *
 * @example
 * const finder = new RepetitionFinder('She opens the door', 4)
 * finder.add('the door. She')
 * finder.length // 8
 */
export class RepetitionFinder {
  /** The characters of the text that count, in lower case. */
  readonly #keys: string[] = []
  readonly #minLength: number
  /** Where in `keys` a repetition may have begun. All have matched so far. */
  #starts: number[] = []
  #matched = 0
  #letters = 0
  #read = 0
  /** The length of the repetition, in characters of the continuation. */
  length = 0

  /** `minLength`: the fewest letters and digits of a repetition. */
  constructor(text: string, minLength: number) {
    this.#minLength = minLength
    let before = ''
    for (const char of text.split('')) {
      if (isSignificant(char)) {
        const isStart = !/[\p{Letter}\p{Number}\p{Mark}'’]/u.test(before) || isUnspaced(char)
        if (isStart) this.#starts.push(this.#keys.length)
        this.#keys.push(toKey(char))
      }
      before = char
    }
  }

  /** True while more text may become a repetition, or a longer one. */
  get isOpen(): boolean {
    return this.#starts.length > 0
  }

  add(piece: string): void {
    for (let at = 0; at < piece.length && this.isOpen; at++) {
      this.#read += 1
      const char = piece.charAt(at)
      const isLeadingDot = this.#matched === 0 && (char === '.' || char === '…')
      if (isSignificant(char) && !isLeadingDot) this.#match(char)
    }
  }

  /** Call at the end of the continuation. */
  end(): void {
    if (this.isOpen && this.#letters >= certainLength) this.length = this.#read
    this.#starts = []
  }

  #match(char: string): void {
    const key = toKey(char)
    const next = this.#matched
    this.#starts = this.#starts.filter((start) => this.#keys[start + next] === key)
    this.#matched += 1
    if (isWordCharacter(char)) this.#letters += 1
    const end = this.#keys.length - this.#matched
    // The starts ascend, so the one that reaches the end of the text now is the last.
    if (this.#starts.at(-1) === end) {
      this.#starts.pop()
      if (this.#letters >= this.#minLength) this.length = this.#read
    }
  }
}

const insignificant = /[\s*_"“”„«»「」『』]/

function toKey(char: string): string {
  return char === '’' ? "'" : char.toLowerCase()
}

function isSignificant(char: string): boolean {
  return !insignificant.test(char)
}
