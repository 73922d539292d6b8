import { type Piece, readingsOf } from './read-pieces.ts'
import type { WordState } from './vocabulary.ts'

/** Pieces that are one word of the rules, or the beginning of one at the end of an unfinished text. */
export interface Token {
  first: number
  last: number
  /** The numbers of the words and stems that it matches. */
  numbers: readonly number[]
  /** Whether its letters are separated: `n a k e d`. */
  isSpelled: boolean
}

/** The most characters of a word that is joined from pieces. */
const longestJoined = 26
const none: readonly Token[] = []

/** Finds for each piece the tokens that begin with it. They do not depend on the phrase in which they stand. */
export class TokenReader {
  readonly #pieces: readonly Piece[]
  readonly #start: WordState
  /** The index of the last piece, if it may be unfinished. */
  readonly #growing: number
  /** The tokens that begin with the current piece. */
  #found: readonly Token[] = none
  steps = 0

  constructor(pieces: readonly Piece[], start: WordState, isEnd: boolean) {
    this.#pieces = pieces
    this.#start = start
    this.#growing = isEnd ? -1 : pieces.length - 1
  }

  tokensAt(first: number): readonly Token[] {
    const piece = this.#pieces[first]
    if (!piece) return none
    const following = this.#pieces[first + 1]
    const isSpelled = piece.text.length === 1 && following?.text.length === 1 && following.gap !== 'none'
    // `a` is not a word in `a.g.a.i.n`.
    if (!(isSpelled && following.gap === 'symbol')) this.#add(first, first, this.#start.read(piece.text), false)
    if (following && following.gap !== 'space' && piece.gap !== 'none') this.#joinWord(first)
    if (isSpelled) this.#joinLetters(first)
    const tokens = this.#found
    this.#found = none
    return tokens
  }

  /** Most pieces begin one token. A growing array for each would be most of what a check allocates. */
  #add(first: number, last: number, state: WordState, isSpelled: boolean): void {
    this.steps += 1
    if (state.numbers.length === 0 && !(last === this.#growing && state.canGrow)) return
    const token = { first, last, numbers: state.numbers, isSpelled }
    this.#found = this.#found === none ? [token] : [...this.#found, token]
  }

  /** Joins the pieces of a word that is written with digits, symbols or separators: `n4ked`, `fif-teen`. */
  #joinWord(first: number): void {
    let length = 0
    let state = this.#start
    for (let index = first; length <= longestJoined; index += 1) {
      const piece = this.#pieces[index]
      if (!piece || (index > first && piece.gap === 'space')) return
      state = state.read(piece.text)
      length += piece.text.length
      if (state.isRun) return
      const isJoined = index > first && this.#pieces[index + 1]?.gap !== 'none'
      if (isJoined) this.#add(first, index, state, false)
      else this.steps += 1
      if (!state.canGrow && state.numbers.length === 0) return
    }
  }

  /** Joins single letters with separators between them. */
  #joinLetters(first: number): void {
    let state = this.#start
    for (let index = first; index < first + longestJoined; index += 1) {
      const piece = this.#pieces[index]
      if (piece?.text.length !== 1) return
      state = state.read(piece.text)
      if (state.isRun) return
      if (index > first) this.#add(first, index, state, true)
      if (!state.canGrow) return
    }
  }
}

/** How the pieces of a token can be read. */
export function tokenReadings(pieces: readonly Piece[], { first, last }: Token): string[] {
  let text = ''
  for (let index = first; index <= last; index += 1) text += pieces[index]?.text ?? ''
  return readingsOf(text)
}
