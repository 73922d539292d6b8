import type { RuleSet } from './phrases.ts'
import { isSymbol, type Piece, PieceReader, type Step } from './read-pieces.ts'
import { anyWord, type Phrase } from './states.ts'

/** The most characters of a phrase, spaces and skipped words included. */
const longestPhrase = 1_000
/** The most letters of a word that is joined from pieces. */
const longestJoined = 26

/** They are not held back, although a phrase may begin with them: they say nothing alone. */
const functionWords = new Set(
  'the a an i im you he she they we it its is are was were am be to of in on at for with and or but so then this that my your her his their our who if as by from not do does can could should would will how what where when why me him them us theyre shes hes youre whos thats theres ive id ill isnt arent wasnt'.split(
    ' ',
  ),
)
export const isFunctionWord = (word: string): boolean => functionWords.has(word) || word === anyWord

/** Where a text contains a phrase of a cue, or an exception. */
export interface Occurrence extends Phrase {
  start: number
  /** The offset of its first word that is not a function word. The text is held back from there. */
  heldFrom: number
  end: number
}

/** What one or several pieces can be read as. */
interface Word {
  text: string
  last: Piece
}

/** Finds the phrases in a text that arrives in parts, in linear time. */
export class PhraseFinder {
  /** No further phrase begins before this offset. */
  settled = 0
  /** From here on the text may be part of a phrase that is held back. */
  held = 0
  /** The number of steps, for tests. */
  steps = 0
  readonly #phrases: Pick<RuleSet, 'start' | 'vocabulary'>
  readonly #reader: PieceReader
  /** The last piece whose words no further text changes. */
  #done: Piece

  constructor(phrases: Pick<RuleSet, 'start' | 'vocabulary'>, offset = 0) {
    this.#phrases = phrases
    this.#reader = new PieceReader(offset)
    this.#done = this.#reader.last
  }

  /** Returns the phrases that are complete. */
  add(part: string, isEnd: boolean): Occurrence[] {
    this.#reader.read(part, isEnd)
    this.settled = this.#reader.end
    this.held = this.#reader.end
    const found: Occurrence[] = []
    const complete = (step: Step, last: Piece) => this.#reach(step, last, found)
    let isOpen = false
    let before = this.#done
    for (let piece = before.next; piece; piece = piece.next) {
      const next = piece
      const reading = this.#readWords(piece, isEnd)
      isOpen ||= reading.isOpen
      this.#follow(before, piece, reading.words, isOpen ? (step) => this.#wait(step, next) : complete)
      before = piece
      if (!isOpen) this.#done = piece
    }
    if (!isEnd) for (const step of before.steps) this.#wait(step)
    return found
  }

  /** Continues the beginnings of phrases before a piece, and begins all phrases, with the words that begin with it. */
  #follow(before: Piece, piece: Piece, words: Word[], reach: (step: Step, last: Piece) => void): void {
    const start: Step = { state: this.#phrases.start, first: piece }
    for (const step of [start, ...before.steps]) {
      const { state, first, heldFrom } = step
      // The words after a gap are of the same sentence.
      if (state.isGap && before.sentence !== piece.sentence) continue
      const isSameWord = state.isGap && isJoined(before, piece)
      // Symbols within a phrase are skipped.
      if (isSameWord || (step !== start && !state.isLast && isSymbol(piece.text))) reach(step, piece)
      if (isSameWord) continue
      for (const { text, last } of words) {
        const next = state.after(text)
        if (!next) continue
        const from = heldFrom ?? (isFunctionWord(text) ? undefined : piece.start)
        reach({ state: next, first, heldFrom: from }, last)
      }
    }
  }

  /** Adds a step, and the phrases that are complete with it. Of those with the same state, the last to begin counts. */
  #reach(step: Step, last: Piece, found: Occurrence[]): void {
    const { state, first, heldFrom = last.end } = step
    if (last.end - first.start > longestPhrase) return
    const known = last.steps.findIndex((other) => other.state === state)
    if (known === -1) last.steps.push(step)
    else if (last.steps[known]?.first === first) return
    else last.steps[known] = step
    this.steps += 1
    for (const phrase of state.ends) {
      const isSplit = last.sentence !== first.sentence || (!phrase.spansClauses && last.clause !== first.clause)
      if (phrase.isException && isSplit) continue
      found.push({ ...phrase, start: first.start, heldFrom, end: last.end })
    }
  }

  /** Notes the beginning of a phrase that may go on with further text, which may change the words of a piece. */
  #wait({ state, first, heldFrom }: Step, piece?: Piece): void {
    if (this.#reader.end - first.start > longestPhrase) return
    this.settled = Math.min(this.settled, first.start)
    // A function word is shown at once: should it be the beginning of another word, it says nothing of it.
    const isShown = heldFrom === undefined || (heldFrom === piece?.start && isFunctionWord(piece.text))
    const from = isShown ? piece?.next?.start : heldFrom
    if (state.isHeld) this.held = Math.min(this.held, from ?? this.held)
  }

  /**
   * Reads the words that begin with a piece: it alone, joined with others (`n4ked`, `fif-teen`), or as separate letters. If
   * further text can change them (`isOpen`), these are the words that it may become.
   */
  #readWords(first: Piece, isEnd: boolean): { words: Word[]; isOpen: boolean } {
    const { gap } = this.#reader
    const words: Word[] = [{ text: anyWord, last: first }]
    let text = ''
    let isSpelled = true
    let isGlued = true
    for (let last: Piece | undefined = first; last; last = last.next) {
      const isFirst = last === first
      isSpelled &&= last.text.length === 1 && (isFirst || last.gap !== 'none')
      isGlued &&= isFirst || last.gap === 'none'
      // What is joined is a whole word.
      if (!isFirst && !isSpelled && (last.gap === 'space' || first.gap === 'none')) break
      this.steps += 1
      text += last.text
      const { words: read, longer } = this.#phrases.vocabulary.read(text)
      const isGrowing = gap === 'none' && isFirst
      const canBeJoined = longer.length > 0 && (isSpelled || gap !== 'space')
      if (!isEnd && !last.next && (isGrowing || canBeJoined)) {
        for (const word of longer) words.push({ text: word, last: first })
        return { words, isOpen: true }
      }
      if (read.length > 0 && (isFirst || isSpelled || last.next?.gap !== 'none')) {
        // `5he` is a word, and no number.
        if (isGlued) words.length = 1
        for (const word of read) words.push({ text: word, last })
      }
      if (longer.length === 0 || text.length > longestJoined) break
    }
    return { words, isOpen: false }
  }
}

/** Whether pieces are one word: with nothing between them, or separate letters (`n.a.k.e.d`). */
const isJoined = (before: Piece, piece: Piece): boolean =>
  piece.gap === 'none' || (piece.gap === 'symbol' && before.text.length === 1 && piece.text.length === 1)
