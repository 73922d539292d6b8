import { longestPhrase, type Occurrence } from './occurrence.ts'
import { isFunctionWord } from './phrase-graph.ts'
import type { PhraseState } from './phrase-state.ts'
import { isSymbol, type Piece, readPieces } from './read-pieces.ts'
import { type Token, TokenReader } from './read-tokens.ts'
import { UnsettledEnd } from './unsettled-end.ts'

export interface ScanResult {
  /** The phrases and exceptions that begin before `settled`. */
  occurrences: Occurrence[]
  /** Later text cannot change the phrases that begin before this offset. */
  settled: number
  /** The first offset at which a phrase may begin that is not complete yet; the length of the text if there is none. */
  undecided: number
  /** The number of steps of the search, for tests. */
  steps: number
}

/** Extra pieces that skipped words can consist of when their letters are separated (`n a k e d`). */
const longestSpelled = 16
/** The number of starts so far: the id of the current one, for `VisitedPieces`. */
let starts = 0

/** Finds all phrases in a text, in linear time. Unless `isEnd`, the last word may be unfinished. */
export function matchPhrases(root: PhraseState, text: string, isEnd: boolean): ScanResult {
  const scan = new Scan(root, text, isEnd)
  for (let index = 0; index < scan.pieces.length; index += 1) scan.start(index)
  return scan.result()
}

class Scan {
  readonly pieces: Piece[]
  readonly #root: PhraseState
  /** The tokens that begin with each piece. */
  readonly #tokens: (readonly Token[])[]
  readonly #masks: number[]
  readonly #end: UnsettledEnd
  readonly #found: Occurrence[] = []
  #steps: number
  #first = 0

  constructor(root: PhraseState, text: string, isEnd: boolean) {
    this.#root = root
    this.pieces = readPieces(text, isEnd)
    const reader = new TokenReader(this.pieces, root.vocabulary.start, isEnd)
    this.#tokens = this.pieces.map((_, index) => reader.tokensAt(index))
    this.#steps = reader.steps
    const end = new UnsettledEnd(this.pieces, text, isEnd)
    this.#masks = this.#tokens.map((tokens) => tokens.reduce((mask, token) => mask | end.maskOf(token), 0))
    this.#end = end
  }

  /** Finds the phrases that begin with a piece. */
  start(index: number): void {
    this.#first = index
    starts += 1
    this.#followAll(this.#root, index)
  }

  result(): ScanResult {
    const { settled, undecided } = this.#end.settle(this.#found)
    return { occurrences: this.#found.filter(({ start }) => start < settled), settled, undecided, steps: this.#steps }
  }

  #visit(index: number, state: PhraseState): void {
    if (!state.visited.add(starts, index)) return
    this.#steps += 1
    if (state.ends.length > 0) this.#addEnds(index, state)
    if (state.isLast) return
    const piece = this.pieces[index]
    if (!piece) {
      this.#markUnsettled(index, null)
      // A gap can be empty, and optional words can end the phrase.
      for (const gap of state.gaps) this.#visit(index, gap.state)
      return
    }
    this.#followAll(state, index)
    if (isSymbol(piece.text) && !this.#isAfterSymbols(index)) this.#visit(index + 1, state)
    for (const gap of state.gaps) this.#skipWords(gap.max, gap.state, index, piece)
  }

  #addEnds(index: number, state: PhraseState): void {
    const start = this.pieces[this.#first]?.start ?? 0
    const end = this.pieces[index - 1]?.end ?? start
    if (end - start > longestPhrase) return
    for (const { cue, isException, endsClause } of state.ends) {
      if (endsClause && !this.#isClauseOver(index)) continue
      // Exceptions do not span sentences.
      if (isException && this.pieces[index - 1]?.sentence !== this.pieces[this.#first]?.sentence) continue
      const heldFrom = this.#contentStart(index) ?? end
      this.#found.push({ cue, isException, start, heldFrom, end })
    }
  }

  /** Whether the piece before is the last of its clause. At the end of an unfinished text, what follows decides it. */
  #isClauseOver(index: number): boolean {
    const following = this.pieces[index]
    if (following) return following.isNewClause
    if (!this.#end.isClauseOpen) return true
    this.#markUnsettled(index, null)
    return false
  }

  /** Visits what follows up to `max` words of the same sentence. A skipped word may be written with separators. */
  #skipWords(max: number, state: PhraseState, index: number, { word, sentence }: Piece): void {
    const last = Math.min(index + max + longestSpelled, this.pieces.length)
    for (let next = index; next <= last; next += 1) {
      const piece = this.pieces[next]
      if (!piece) {
        if ((this.pieces[next - 1]?.word ?? 0) + 1 - word <= max) this.#visit(next, state)
        return
      }
      if (piece.word - word > max || piece.sentence !== sentence) return
      if (!state.needsWord || isSymbol(piece.text)) this.#visit(next, state)
      else this.#followAll(state, next)
    }
  }

  /** Symbols in a phrase are skipped, up to three in a row. */
  #isAfterSymbols(index: number): boolean {
    return isSymbol(this.pieces[index - 1]?.text ?? '') && isSymbol(this.pieces[index - 2]?.text ?? '')
  }

  #followAll(state: PhraseState, index: number): void {
    // Most words cannot continue a phrase; the masks show it without a lookup.
    if (((this.#masks[index] ?? 0) & state.mask) === 0) return
    for (const token of this.#tokens[index] ?? []) {
      if ((this.#end.maskOf(token) & state.mask) !== 0) this.#follow(state, token)
    }
  }

  #follow(state: PhraseState, token: Token): void {
    this.#steps += 1
    if (this.#end.canGrow(token)) this.#followGrowing(state, token)
    if (this.#end.isGrowing(token)) return
    for (const number of token.numbers) {
      const next = state.after(number)
      if (next) this.#visit(token.last + 1, next)
    }
  }

  /** The last word of an unfinished text may be the beginning of a longer one. */
  #followGrowing(state: PhraseState, token: Token): void {
    const growth = this.#end.growthIn(state, token)
    if (growth !== 'none') this.#markUnsettled(token.first, growth === 'held' ? token.first : null)
  }

  /** `index`: the piece after the words matched so far. `growing`: the first piece of the unfinished word. */
  #markUnsettled(index: number, growing: number | null): void {
    const heldFrom = this.#contentStart(index) ?? (growing === null ? null : (this.pieces[growing]?.start ?? 0))
    this.#end.mark(this.pieces[this.#first]?.start ?? 0, heldFrom)
  }

  /** The offset of the first word from the current start on that is not a function word. */
  #contentStart(index: number): number | null {
    for (let piece = this.#first; piece < index; piece += 1) {
      const { text = '', start } = this.pieces[piece] ?? {}
      if (!isFunctionWord(text)) return start ?? null
    }
    return null
  }
}
