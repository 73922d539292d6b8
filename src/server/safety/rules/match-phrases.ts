import { isFunctionWord, type PhraseState } from './phrases.ts'
import { isSymbol, type Piece, readPieces } from './read-pieces.ts'
import { skeletonsOf } from './vocabulary.ts'

/** The most characters from the beginning of a phrase to its end, spaces and skipped words included. */
export const longestPhrase = 1_000
/** The most characters of a word with separators and of one that is joined from pieces, and the most pieces of a phrase. */
const longest = { run: 64, joined: 26, pieces: 64 }

/** Where a text contains a phrase of a cue, or an exception: phrases of the cue that overlap an exception do not count. */
export interface Occurrence {
  cue: string
  isException: boolean
  start: number
  /** The offset of its first word that is not a function word. The text is held back from there. */
  heldFrom: number
  end: number
}

export interface ScanResult {
  occurrences: Occurrence[]
  /** Later text cannot change the phrases that begin before this offset. */
  settled: number
  /** The first offset at which a phrase may begin that is not complete yet; the length of the text if there is none. */
  undecided: number
  /** The number of steps of the search, for tests. */
  steps: number
}

/** Pieces that are one word of the rules. */
interface Token {
  last: number
  words: readonly string[]
  isFunction: boolean
  /** Whether the pieces may turn out to be part of a longer word. */
  isOpen: boolean
}

/** Finds all phrases in a text, in linear time. Unless `isEnd`, the last word may be unfinished. */
export function matchPhrases(root: PhraseState, text: string, isEnd: boolean): ScanResult {
  return new Scan(root, text, isEnd).run()
}

class Scan {
  readonly #root: PhraseState
  readonly #pieces: Piece[]
  readonly #length: number
  readonly #isEnd: boolean
  /** What follows the last piece. */
  readonly #tail: string
  /** The piece that may be unfinished, or -1. */
  readonly #growing: number
  /** The word that may be unfinished, by the pieces with which it may begin. */
  readonly #unfinished = new Map<number, string>()
  readonly #tokens: (Token[] | undefined)[] = []
  readonly #found: Occurrence[] = []
  /** The states and pieces reached from the current first piece. */
  readonly #reached = new Set<number>()
  #first = 0
  #settled: number
  #undecided: number
  #steps = 0

  constructor(root: PhraseState, text: string, isEnd: boolean) {
    this.#root = root
    const { pieces, tail } = readPieces(text, isEnd)
    this.#pieces = pieces
    this.#tail = tail
    this.#length = text.length
    this.#isEnd = isEnd
    this.#settled = text.length
    this.#undecided = text.length
    this.#growing = tail === '' && !isEnd ? pieces.length - 1 : -1
    if (!isEnd) this.#findUnfinished()
  }

  run(): ScanResult {
    for (this.#first = 0; this.#first < this.#pieces.length; this.#first += 1) {
      if (this.#reached.size > 0) this.#reached.clear()
      this.#visit(this.#root, this.#first)
    }
    return { occurrences: this.#found, settled: this.#settle(), undecided: this.#undecided, steps: this.#steps }
  }

  #visit(state: PhraseState, index: number): void {
    this.#steps += 1
    for (const end of state.ends) this.#addEnd(end, index)
    if (state.isLast) return
    const piece = this.#pieces[index]
    if (!piece) {
      this.#leaveOpen(state, index, false)
      return
    }
    this.#leaveUnfinished(state, index)
    for (const { last, words, isOpen } of this.#tokensAt(index)) {
      for (const word of words) {
        const next = state.after(word)
        if (next && isOpen) this.#leaveOpen(next, index, true)
        this.#follow(next, last + 1)
      }
    }
    if (state === this.#root) return
    // Symbols within a phrase are skipped.
    if (isSymbol(piece.text)) this.#follow(state, index + 1)
    if (state.skip) this.#skipWord(state.skip, index, piece)
  }

  #follow(state: PhraseState | null, index: number): void {
    const length = index - this.#first
    if (!state || length > longest.pieces) return
    const key = state.id * (longest.pieces + 1) + length
    if (this.#reached.has(key)) return
    this.#reached.add(key)
    this.#visit(state, index)
  }

  /** Skipped words are followed by a word of the same sentence. */
  #skipWord(state: PhraseState, index: number, { word, sentence }: Piece): void {
    let next = index + 1
    while (this.#pieces[next]?.word === word && next - this.#first < longest.pieces) next += 1
    if ((this.#pieces[next]?.sentence ?? sentence) === sentence) this.#follow(state, next)
  }

  #addEnd({ cue, isException, spansClauses }: PhraseState['ends'][number], index: number): void {
    const first = this.#pieces[this.#first]
    const last = this.#pieces[index - 1]
    if (!first || !last || last.end - first.start > longestPhrase) return
    if (isException && (last.sentence !== first.sentence || (!spansClauses && last.clause !== first.clause))) return
    const heldFrom = this.#contentStart(index) ?? last.end
    this.#found.push({ cue, isException, start: first.start, heldFrom, end: last.end })
  }

  /** The offset of the first word from the current start on that is not a function word. */
  #contentStart(index: number): number | undefined {
    for (let piece = this.#first; piece < index; ) {
      const token = this.#tokensAt(piece).findLast(({ isFunction }) => isFunction)
      if (!token) return this.#pieces[piece]?.start
      piece = token.last + 1
    }
    return undefined
  }

  /** Records that the words so far, up to a piece, may become a phrase. `isHeld`: whether the piece is held back too. */
  #leaveOpen(state: PhraseState, index: number, isHeld: boolean): void {
    if (this.#isEnd) return
    this.#settled = Math.min(this.#settled, this.#pieces[this.#first]?.start ?? 0)
    if (!state.isHeld) return
    const heldFrom = this.#contentStart(index) ?? (isHeld ? this.#pieces[index]?.start : undefined)
    this.#undecided = Math.min(this.#undecided, heldFrom ?? this.#length)
  }

  /** As `leaveOpen`, if the last word of the text begins with a piece and can become one that follows in a phrase. */
  #leaveUnfinished(state: PhraseState, index: number): void {
    const text = this.#unfinished.get(index)
    if (text === undefined) return
    const isStem = this.#root.vocabulary.read(text).words.some((word) => word.endsWith('*') && state.after(word))
    const prefixes = skeletonsOf(text).map((skeleton) => state.prefixes.get(skeleton))
    if (isStem || prefixes.some((isHeld) => isHeld !== undefined)) {
      this.#leaveOpen(state, index, isStem || prefixes.includes(true))
    }
  }

  /** The words that begin with a piece: it alone, joined with others (`n4ked`, `fif-teen`), or as separate letters. */
  #tokensAt(first: number): Token[] {
    const known = this.#tokens[first]
    if (known) return known
    const tokens: Token[] = []
    this.#tokens[first] = tokens
    const { vocabulary } = this.#root
    const { gap } = this.#pieces[first] as Piece
    let text = ''
    let isSpelled = true
    let isGlued = true
    for (let last = first; last < this.#pieces.length; last += 1) {
      const piece = this.#pieces[last] as Piece
      isSpelled &&= piece.text.length === 1 && (last === first || piece.gap !== 'none')
      if (last > first && piece.gap === 'space' && !isSpelled) break
      text += piece.text
      this.#steps += 1
      const isWhole = last === first || isSpelled || (gap !== 'none' && this.#pieces[last + 1]?.gap !== 'none')
      const { words, canGrow } = vocabulary.read(text)
      isGlued &&= last === first || piece.gap === 'none'
      if (words.length > 0 && isWhole && last !== this.#growing) {
        // `5he` is a word, and no number.
        if (isGlued) tokens.length = 0
        tokens.push({ last, words, isFunction: words.every(isFunctionWord), isOpen: false })
      }
      if (last === this.#growing && isGlued) for (const token of tokens) token.isOpen = true
      if (!canGrow || text.length > longest.joined) break
    }
    return tokens
  }

  /** Finds what the last word may become: it alone, joined with pieces before it, or as one of separate letters. */
  #findUnfinished(): void {
    let isSpaced = /\s/.test(this.#tail)
    let isSpelled = true
    let text = ''
    for (let first = this.#pieces.length - 1; first >= 0; first -= 1) {
      const piece = this.#pieces[first] as Piece
      isSpelled &&= piece.text.length === 1
      text = piece.text + text
      if ((isSpaced && !isSpelled) || text.length > longest.run) return
      this.#unfinished.set(first, text)
      isSpaced ||= piece.gap === 'space'
    }
  }

  /** Where the next scan must begin. */
  #settle(): number {
    if (this.#isEnd) return this.#length
    const last = this.#pieces.at(-1)
    const isSpaced = /\s/.test(this.#tail)
    const lastWord = last && !isSpaced ? Math.max(last.start, this.#length - longest.run) : this.#length
    const open = Math.max(Math.min(this.#settled, lastWord), this.#length - longestPhrase)
    if (!last || (isSpaced && open === this.#length)) return open
    // The pieces of one word are read together.
    const from = open - longest.run
    let index = this.#pieces.findLastIndex(({ start }) => start <= open)
    while (this.#pieces[index]?.gap !== 'space' && (this.#pieces[index - 1]?.start ?? from - 1) >= from) index -= 1
    return Math.max(this.#pieces[index]?.start ?? open, from)
  }
}
