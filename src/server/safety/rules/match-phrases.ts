import { LRUCache } from 'lru-cache'
import { isFunctionWord } from './phrase-graph.ts'
import type { PhraseState } from './phrase-state.ts'
import { isSymbol, type Piece, readingsOf, readPieces, squeeze } from './read-pieces.ts'

/** A phrase of a cue at its place in the text, or an exception: what overlaps an exception is no phrase of that cue. */
export interface Occurrence {
  cue: string
  isException: boolean
  start: number
  /** Where its first word begins that is no function word: from there on it is held back. */
  heldFrom: number
  end: number
}

export interface ScanResult {
  /** Those that begin before `settled`. */
  occurrences: Occurrence[]
  /** Whatever comes next does not change what begins before this offset. */
  settled: number
  /** The first offset at which something begins that may become a phrase; the length of the text where nothing does. */
  undecided: number
  /** How much was looked at. */
  steps: number
}

/** Characters of a word that is written with separators. */
const longestRun = 64
/** Letters of a word that is joined from pieces. */
const longestJoined = 26
/** Letters that stand apart in the words that a phrase skips. */
const longestSpelled = 16
const repeated = /(.)\1/
/** A letter that is repeated more often than anybody would who writes a word apart. */
const run = /(.)\1{5}$/
/** Counts the places at which scans have started. */
let starts = 0

/** Finds all phrases in a text, in linear time. Unless `isEnd`, the last word may still grow. */
export function matchPhrases(root: PhraseState, text: string, isEnd: boolean): ScanResult {
  const scan = new Scan(text, isEnd)
  for (let index = 0; index < scan.pieces.length; index += 1) scan.visitFrom(index, root)
  return scan.result()
}

/** Pieces that are read as one word, from `first` on. */
interface Joined {
  kind: 'word' | 'letters'
  first: number
}

class Scan {
  readonly pieces: Piece[]
  #root: PhraseState | null = null
  readonly #found: Occurrence[] = []
  readonly #joined = new Map<string, string[] | null>()
  readonly #length: number
  readonly #isEnd: boolean
  /** What follows the last piece: nothing (it may grow), symbols (more may be joined to it), or white space. */
  readonly #tail: 'none' | 'symbol' | 'space'
  /** The first offset from which text is held back, and from which it has to be looked at again. */
  #undecided: number
  #open: number
  #steps = 0
  #start = 0
  #first = 0

  constructor(text: string, isEnd: boolean) {
    this.pieces = readPieces(text)
    this.#length = text.length
    this.#undecided = text.length
    this.#open = text.length
    this.#isEnd = isEnd
    const end = this.pieces.at(-1)?.end ?? 0
    this.#tail = end === text.length ? 'none' : /\s/.test(text.slice(end)) ? 'space' : 'symbol'
  }

  visitFrom(index: number, root: PhraseState): void {
    this.#start = this.pieces[index]?.start ?? 0
    this.#first = index
    this.#root = root
    starts += 1
    this.#visit(index, root)
  }

  result(): ScanResult {
    const settled = this.#isEnd ? this.#length : this.#findSettled()
    let undecided = this.#undecided
    for (const found of this.#found) if (found.start >= settled) undecided = Math.min(undecided, found.heldFrom)
    return { occurrences: this.#found.filter(({ start }) => start < settled), settled, undecided, steps: this.#steps }
  }

  /** What overlaps something undecided is found again: that may be an exception. */
  #findSettled(): number {
    let settled = this.#wordStart(Math.min(this.#open, this.#lastWord()))
    for (;;) {
      const open = this.#found.find(({ start, end }) => start < settled && end > settled)
      if (!open) return settled
      settled = Math.min(open.start, this.#wordStart(open.start))
    }
  }

  #visit(index: number, state: PhraseState): void {
    const { visited } = state
    if (visited.start !== starts) {
      visited.start = starts
      visited.pieces.length = 0
    } else if (visited.pieces.includes(index)) return
    visited.pieces.push(index)
    this.#steps += 1
    if (state.ends.length > 0) this.#addEnds(index, state)
    if (state.isLast) return
    const piece = this.pieces[index]
    if (!piece) {
      this.#markUndecided(index, null)
      // A gap may skip no word, and what follows it may be missing.
      for (const gap of state.gaps) this.#visit(index, gap.state)
      return
    }
    const following = this.pieces[index + 1]
    const isSpelled = piece.text.length === 1 && following?.text.length === 1
    // `a` is no word in `a.g.a.i.n`.
    if (!(isSpelled && following.gap === 'symbol')) this.#follow(state, index, piece.readings)
    if (following && following.gap !== 'space' && piece.gap !== 'none') this.#joinWord(state, index)
    if (isSpelled) this.#joinLetters(state, index)
    if (state !== this.#root && isSymbol(piece.text) && !this.#isAfterSymbols(index)) this.#visit(index + 1, state)
    for (const gap of state.gaps) this.#skipWords(gap.max, gap.state, index)
  }

  #addEnds(index: number, state: PhraseState): void {
    const end = this.pieces[index - 1]?.end ?? this.#start
    for (const { cue, isException } of state.ends) {
      if (isException && !this.#isOneSentence(index)) continue
      const heldFrom = this.#contentStart(index) ?? end
      this.#found.push({ cue, isException, start: this.#start, heldFrom, end })
    }
  }

  /** Whether no sentence begins between the first piece and this one: an exception is within one sentence. */
  #isOneSentence(index: number): boolean {
    for (let piece = this.#first + 1; piece < index; piece += 1) if (this.pieces[piece]?.beginsSentence) return false
    return true
  }

  /** A skipped word may be written with separators. */
  #skipWords(max: number, state: PhraseState, index: number): void {
    let words = 0
    for (let next = index; next <= Math.min(index + max + longestSpelled, this.pieces.length); next += 1) {
      const isSameWord =
        this.pieces[next]?.gap === 'none' || (this.pieces[next]?.gap === 'symbol' && this.#isSpelled(next))
      if (next > index && !isSameWord) words += 1
      if (words > max || (next > index && this.pieces[next - 1] && this.pieces[next]?.beginsSentence)) return
      this.#visit(next, state)
    }
  }

  /** Whether a piece is a letter of a word whose letters stand apart. */
  #isSpelled(index: number): boolean {
    return this.pieces[index]?.text.length === 1 && this.pieces[index - 1]?.text.length === 1
  }

  /** Symbols in a phrase are skipped, up to three in a row. */
  #isAfterSymbols(index: number): boolean {
    return isSymbol(this.pieces[index - 1]?.text ?? '') && isSymbol(this.pieces[index - 2]?.text ?? '')
  }

  /** `index`: the piece after the words of a phrase so far. `growing`: where the word begins that may go on. */
  #markUndecided(index: number, growing: number | null): void {
    if (this.#isEnd) return
    this.#open = Math.min(this.#open, this.#start)
    this.#undecided = Math.min(this.#undecided, this.#contentStart(index) ?? growing ?? this.#length)
  }

  /** Where the first word from the current start on begins that is no function word. */
  #contentStart(index: number): number | null {
    for (let piece = this.#first; piece < index; piece += 1) {
      const { text = '', start } = this.pieces[piece] ?? {}
      if (!isFunctionWord(text)) return start ?? null
    }
    return null
  }

  /** Follows the edges of a word that ends with the piece `last`. Returns whether a longer word may begin so. */
  #follow(state: PhraseState, last: number, readings: string[], joined: Joined | null = null): boolean {
    this.#steps += 1
    const isLast = last === this.pieces.length - 1 && !this.#isEnd
    const isGrowing = isLast && this.#tail === 'none'
    let canGrow = false
    let isHeld = false
    let isStemmed = false
    for (const word of readings) {
      const stemmed = state.afterStem(word)
      isStemmed ||= stemmed.length > 0
      if (isLast || joined) canGrow ||= isStemmed || isPrefix(state, word)
      if (isLast) isHeld ||= isStemmed || isPrefix(state, word, true)
      if (isGrowing) continue
      const next = state.afterWord(word)
      if (next) this.#visit(last + 1, next)
      for (const each of stemmed) this.#visit(last + 1, each)
    }
    if (isLast && canGrow && (this.#tail !== 'space' || joined?.kind === 'letters' || readings[0]?.length === 1)) {
      const first = joined?.first ?? last
      this.#markUndecided(first, isHeld ? (this.pieces[first]?.start ?? 0) : null)
    }
    return canGrow && !isStemmed
  }

  /** Joins the pieces of a word that is written with digits, symbols or separators: `n4ked`, `fif-teen`. */
  #joinWord(state: PhraseState, first: number): void {
    let text = this.pieces[first]?.text ?? ''
    for (let last = first + 1; last < this.pieces.length; last += 1) {
      const piece = this.pieces[last]
      if (!piece || piece.gap === 'space' || text.length > longestJoined) return
      text += piece.text
      const readings = this.#readJoined(text)
      if (!readings) return
      const isWhole = this.pieces[last + 1]?.gap !== 'none'
      if (
        isWhole
          ? !this.#follow(state, last, readings, { kind: 'word', first })
          : !readings.some((word) => isPrefix(state, word))
      )
        return
    }
  }

  /** Joins single letters that stand apart: `n a k e d`. */
  #joinLetters(state: PhraseState, first: number): void {
    let text = this.pieces[first]?.text ?? ''
    for (let last = first + 1; last < this.pieces.length; last += 1) {
      const piece = this.pieces[last]
      if (piece?.text.length !== 1 || text.length > longestJoined) return
      text += piece.text
      const readings = this.#readJoined(text)
      if (!readings || !this.#follow(state, last, readings, { kind: 'letters', first })) return
    }
  }

  /**
   * The same letters are joined from each place in a phrase that is reached before them. Null where one letter ends them too
   * often: any number of it reads as one, so that nothing else would end the word, and from each of 4,000 signs that read
   * alike all that follow would be looked at.
   */
  #readJoined(text: string): string[] | null {
    const known = this.#joined.get(text)
    if (known !== undefined) return known
    const [first = '', letters = first, ...others] = readingsOf(text)
    const readings = run.test(letters) ? null : [...new Set([first, letters, ...others])]
    this.#joined.set(text, readings)
    return readings
  }

  /** Where the last word begins; the end of the text when the word is over. */
  #lastWord(): number {
    const last = this.pieces.at(-1)
    return last && this.#tail !== 'space' ? Math.max(last.start, this.#length - longestRun) : this.#length
  }

  /** The beginning of the word, separators included, in which an offset is. */
  #wordStart(offset: number): number {
    let index = this.pieces.findLastIndex(({ start }) => start <= offset)
    const piece = this.pieces[index]
    if (!piece || (offset >= piece.end && this.#tail === 'space' && index === this.pieces.length - 1)) return offset
    while (index > 0 && this.pieces[index]?.gap !== 'space') index -= 1
    return Math.max(this.pieces[index]?.start ?? offset, offset - longestRun)
  }
}

const squeezed = new LRUCache<string, string>({ max: 5_000 })

function squeezeKnown(word: string): string {
  const known = squeezed.get(word)
  if (known !== undefined) return known
  const text = squeeze(word)
  squeezed.set(word, text)
  return text
}

/** `isHeld`: only of words that are held back. */
function isPrefix({ prefixes }: PhraseState, word: string, isHeld = false): boolean {
  if (isHeld ? prefixes.get(word) === true : prefixes.has(word)) return true
  if (!repeated.test(word)) return false
  const short = squeezeKnown(word)
  return isHeld ? prefixes.get(short) === true : prefixes.has(short)
}
