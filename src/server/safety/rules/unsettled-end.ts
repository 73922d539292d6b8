import { longestPhrase, type Occurrence } from './occurrence.ts'
import type { PhraseState } from './phrase-state.ts'
import { collapseRepeats, endsClause, type Piece } from './read-pieces.ts'
import { type Token, tokenReadings } from './read-tokens.ts'
import { maskOf } from './vocabulary.ts'

/** The most characters of a word with separators. */
const longestRun = 64
const repeated = /(.)\1/

/** The end of an unfinished text: which part can still become a phrase, and from where it must be read again. */
export class UnsettledEnd {
  readonly #pieces: readonly Piece[]
  readonly #length: number
  readonly #isEnd: boolean
  /** Whether a word that follows may belong to the clause of the last piece. */
  readonly isClauseOpen: boolean
  /** What follows the last piece: nothing (more letters may follow), symbols (more pieces may be joined), or white space. */
  readonly #tail: 'none' | 'symbol' | 'space'
  /** The first offset from which text is held back. */
  #undecided: number
  /** The first offset from which text must be scanned again. */
  #open: number
  readonly #readings = new Map<Token, string[]>()

  constructor(pieces: readonly Piece[], text: string, isEnd: boolean) {
    this.#pieces = pieces
    this.#length = text.length
    this.#isEnd = isEnd
    this.#undecided = text.length
    this.#open = text.length
    const tail = text.slice(pieces.at(-1)?.end ?? 0)
    this.#tail = tail === '' ? 'none' : /\s/.test(tail) ? 'space' : 'symbol'
    this.isClauseOpen = !isEnd && !endsClause(tail)
  }

  /** Whether a token is at the end of an unfinished text. */
  canGrow({ last }: Token): boolean {
    return !this.#isEnd && last === this.#pieces.length - 1
  }

  /** See `maskOf` of the vocabulary. A token that can grow may become any word. */
  maskOf(token: Token): number {
    return this.canGrow(token) ? -1 : maskOf(token.numbers)
  }

  /** Whether letters that follow would belong to the token. */
  isGrowing(token: Token): boolean {
    return this.#tail === 'none' && this.canGrow(token)
  }

  /** Whether a word that begins with a token can follow a state, and whether such a word is held back. */
  growthIn(state: PhraseState, token: Token): 'held' | 'some' | 'none' {
    const isLetter = token.first === token.last && this.#pieces[token.first]?.text.length === 1
    if (this.#tail === 'space' && !token.isSpelled && !isLetter) return 'none'
    const readings = this.#readings.get(token) ?? tokenReadings(this.#pieces, token)
    this.#readings.set(token, readings)
    if (token.numbers.some((number) => state.vocabulary.isStem(number) && state.after(number))) return 'held'
    const growth = readings.map((word) => isHeldPrefix(state, word))
    return growth.includes(true) ? 'held' : growth.includes(false) ? 'some' : 'none'
  }

  /** Records that a phrase may begin at `start`, whose text is held back from `heldFrom` on. */
  mark(start: number, heldFrom: number | null): void {
    if (this.#isEnd) return
    this.#open = Math.min(this.#open, start)
    this.#undecided = Math.min(this.#undecided, heldFrom ?? this.#length)
  }

  /** The offsets `settled` and `undecided` of `ScanResult`. */
  settle(found: readonly Occurrence[]): { settled: number; undecided: number } {
    if (this.#isEnd) return { settled: this.#length, undecided: this.#length }
    // No phrase is longer than `longestPhrase`.
    const open = Math.max(Math.min(this.#open, this.#lastWord()), this.#length - longestPhrase)
    const settled = this.#wordStart(open)
    let undecided = this.#undecided
    for (const { start, heldFrom } of found) if (start >= settled) undecided = Math.min(undecided, heldFrom)
    return { settled, undecided }
  }

  /** Where the last word begins; the end of the text if the word is complete. */
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

  /** The beginning of the word, separators included, that an offset is in. */
  #wordStart(offset: number): number {
    let index = this.#lastPieceBefore(offset)
    const piece = this.#pieces[index]
    if (!piece || (offset >= piece.end && this.#tail === 'space' && index === this.#pieces.length - 1)) return offset
    const first = offset - longestRun
    while (index > 0 && this.#pieces[index]?.gap !== 'space' && (this.#pieces[index]?.start ?? 0) > first) index -= 1
    return Math.max(this.#pieces[index]?.start ?? offset, offset - longestRun)
  }
}

/** Whether a following word with this beginning is held back; null if no word has this beginning. */
function isHeldPrefix({ prefixes }: PhraseState, word: string): boolean | null {
  const isHeld = prefixes.get(word)
  if (isHeld === true || !repeated.test(word)) return isHeld ?? null
  return prefixes.get(collapseRepeats(word)) ?? isHeld ?? null
}
