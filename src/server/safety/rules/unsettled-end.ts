import { longestPhrase, type Occurrence } from './occurrence.ts'
import type { PhraseState } from './phrase-state.ts'
import { collapseRepeats, type Piece } from './read-pieces.ts'
import { type Token, tokenReadings } from './read-tokens.ts'
import { maskOf } from './vocabulary.ts'

/** Characters of a word that is written with separators. */
const longestRun = 64
const repeated = /(.)\1/

/** The end of an unfinished text: which part can still become a phrase, and from where it must be read again. */
export class UnsettledEnd {
  readonly #pieces: readonly Piece[]
  readonly #length: number
  readonly #isEnd: boolean
  /** What follows the last piece: nothing (it may grow), symbols (more may be joined to it), or white space. */
  readonly #tail: 'none' | 'symbol' | 'space'
  /** The first offset from which text is held back, and from which it has to be looked at again. */
  #undecided: number
  #open: number
  readonly #readings = new Map<Token, string[]>()

  constructor(pieces: readonly Piece[], text: string, isEnd: boolean) {
    this.#pieces = pieces
    this.#length = text.length
    this.#isEnd = isEnd
    this.#undecided = text.length
    this.#open = text.length
    const end = pieces.at(-1)?.end ?? 0
    this.#tail = end === text.length ? 'none' : /\s/.test(text.slice(end)) ? 'space' : 'symbol'
  }

  /** Whether a token ends with the text, which goes on. */
  canGrow({ last }: Token): boolean {
    return !this.#isEnd && last === this.#pieces.length - 1
  }

  /** Of the words that a token is, or of all where it may become any. See `maskOf` of the vocabulary. */
  maskOf(token: Token): number {
    return this.canGrow(token) ? -1 : maskOf(token.numbers)
  }

  /** Whether a token is not over: the next letters belong to it. */
  isGrowing(token: Token): boolean {
    return this.#tail === 'none' && this.canGrow(token)
  }

  /** Whether a longer word that begins with a token can follow a place in a phrase, and whether one that is held back can. */
  growthIn(state: PhraseState, token: Token): 'held' | 'some' | 'none' {
    const isLetter = token.first === token.last && this.#pieces[token.first]?.text.length === 1
    if (this.#tail === 'space' && !token.isSpelled && !isLetter) return 'none'
    const readings = this.#readings.get(token) ?? tokenReadings(this.#pieces, token)
    this.#readings.set(token, readings)
    if (token.numbers.some((number) => state.vocabulary.isStem(number) && state.after(number))) return 'held'
    const growth = readings.map((word) => isHeldPrefix(state, word))
    return growth.includes(true) ? 'held' : growth.includes(false) ? 'some' : 'none'
  }

  /** Something begins at `start` that may become a phrase, and is held back from `heldFrom` on. */
  mark(start: number, heldFrom: number | null): void {
    if (this.#isEnd) return
    this.#open = Math.min(this.#open, start)
    this.#undecided = Math.min(this.#undecided, heldFrom ?? this.#length)
  }

  /** What is settled and what is undecided. */
  settle(found: readonly Occurrence[]): { settled: number; undecided: number } {
    if (this.#isEnd) return { settled: this.#length, undecided: this.#length }
    // What begins further back can become no phrase.
    const open = Math.max(Math.min(this.#open, this.#lastWord()), this.#length - longestPhrase)
    const settled = this.#wordStart(open)
    let undecided = this.#undecided
    for (const { start, heldFrom } of found) if (start >= settled) undecided = Math.min(undecided, heldFrom)
    return { settled, undecided }
  }

  /** Where the last word begins; the end of the text when the word is over. */
  #lastWord(): number {
    const last = this.#pieces.at(-1)
    return last && this.#tail !== 'space' ? Math.max(last.start, this.#length - longestRun) : this.#length
  }

  /** The index of the last piece that begins at or before an offset; -1 without one. */
  #lastPieceBefore(offset: number): number {
    let low = 0
    for (let high = this.#pieces.length; low < high; ) {
      const middle = (low + high) >> 1
      if ((this.#pieces[middle]?.start ?? 0) <= offset) low = middle + 1
      else high = middle
    }
    return low - 1
  }

  /** The beginning of the word, separators included, in which an offset is. */
  #wordStart(offset: number): number {
    let index = this.#lastPieceBefore(offset)
    const piece = this.#pieces[index]
    if (!piece || (offset >= piece.end && this.#tail === 'space' && index === this.#pieces.length - 1)) return offset
    const first = offset - longestRun
    while (index > 0 && this.#pieces[index]?.gap !== 'space' && (this.#pieces[index]?.start ?? 0) > first) index -= 1
    return Math.max(this.#pieces[index]?.start ?? offset, offset - longestRun)
  }
}

/** Whether a word that can follow and begins so is held back; null where none begins so. */
function isHeldPrefix({ prefixes }: PhraseState, word: string): boolean | null {
  const isHeld = prefixes.get(word)
  if (isHeld === true || !repeated.test(word)) return isHeld ?? null
  return prefixes.get(collapseRepeats(word)) ?? isHeld ?? null
}
