import { anyWord, type PhraseEnd, type Phrases, type State } from './phrases.ts'
import { isSymbol, type Piece, PieceReader } from './read-pieces.ts'

/** The most characters of a phrase, spaces and skipped words included, and the most pieces. */
const longestPhrase = { characters: 1_000, pieces: 64 }
/** The most letters of a word that is joined from pieces. */
const longestJoined = 26

/** They are not held back, although a phrase may begin with them: they say nothing alone. */
const functionWords = new Set(
  'the a an i im you he she they we it its is are was were am be to of in on at for with and or but so then this that my your her his their our who if as by from not do does can could should would will how what where when why me him them us theyre shes hes youre whos thats theres ive id ill isnt arent wasnt'.split(
    ' ',
  ),
)
export const isFunctionWord = (word: string): boolean => functionWords.has(word)

/** Where a text contains a phrase of a cue, or an exception. */
export interface Occurrence extends PhraseEnd {
  start: number
  /** The offset of its first word that is not a function word. The text is held back from there. */
  heldFrom: number
  end: number
}

export interface ScanResult {
  /** The phrases that are complete. */
  found: Occurrence[]
  /** No further phrase begins before this offset. */
  settled: number
  /** From here on the text may be part of a phrase that is held back. */
  held: number
}

/** The words that begin with a piece. */
interface Words {
  complete: { last: number; words: readonly string[] }[]
  /** The words that the rest of the text may become; null if further text changes nothing. */
  unfinished: readonly string[] | null
}

/** A phrase of which the text has the beginning. */
interface Thread {
  state: State
  first: Piece
  heldFrom: number | undefined
  /** The number of its pieces. */
  length: number
  /** The piece before, if any word may be in its place. */
  skipped?: Piece | undefined
}

/** Finds the phrases in a text that arrives in parts, in linear time. */
export class PhraseScanner {
  /** The number of steps, for tests. */
  steps = 0
  readonly #phrases: Phrases
  readonly #reader: PieceReader
  /** The threads that wait for each piece, by a key so that none is there twice. */
  readonly #waiting: Map<number, Thread>[] = []

  constructor(phrases: Phrases, offset = 0) {
    this.#phrases = phrases
    this.#reader = new PieceReader(offset)
  }

  add(part: string, isEnd: boolean): ScanResult {
    const { pieces } = this.#reader
    this.#reader.read(part, isEnd)
    const found: Occurrence[] = []
    let index = 0
    let possible: string[] = []
    for (; index < pieces.length; index += 1) {
      const { complete, unfinished } = this.#wordsAt(index, isEnd)
      possible = unfinished ? [...unfinished, ...complete.flatMap(({ words }) => words)] : []
      if (unfinished) break
      this.#step(index, complete, found)
    }
    pieces.splice(0, index)
    this.#waiting.splice(0, index)
    return { found, ...this.#findOpen(possible, isEnd) }
  }

  /** Looks for phrases that further text may complete. `possible`: the words that may begin with the first piece. */
  #findOpen(possible: string[], isEnd: boolean): { settled: number; held: number } {
    const { pieces, end } = this.#reader
    const [piece, second] = pieces
    const open = { settled: piece?.start ?? end, held: end }
    if (isEnd) return open
    const canGoOn = ({ state, skipped }: Thread) =>
      !piece ||
      second ||
      isSymbol(piece.text) ||
      (skipped && isSameWord(skipped, piece)) ||
      [anyWord, ...possible].some((word) => state.after(word) !== undefined)
    const later = this.#waiting.slice(1).flatMap((threads) => [...threads.values()])
    for (const { state, first, heldFrom } of [...this.#threadsAt(0).filter(canGoOn), ...later]) {
      if (end - first.start > longestPhrase.characters) continue
      open.settled = Math.min(open.settled, first.start)
      // A function word is shown at once: should it be the beginning of another word, it says nothing of it.
      const isWordHeld = possible.some((word) => !isFunctionWord(word) && state.after(word)?.isHeld)
      const from = heldFrom ?? (isWordHeld && piece && !isFunctionWord(piece.text) ? piece : second)?.start
      if (state.isHeld && from !== undefined) open.held = Math.min(open.held, from)
    }
    return open
  }

  /** The threads that wait for a piece, and one that begins with it. */
  #threadsAt(index: number): Thread[] {
    const waiting = [...(this.#waiting[index]?.values() ?? [])]
    const first = this.#reader.pieces[index]
    return first ? [...waiting, { state: this.#phrases.start, first, heldFrom: undefined, length: 0 }] : waiting
  }

  /** Lets the threads that wait for a piece go on with the words that begin with it. */
  #step(index: number, complete: Words['complete'], found: Occurrence[]): void {
    const piece = this.#reader.pieces[index] as Piece
    for (const thread of this.#threadsAt(index)) {
      const { state, length, skipped } = thread
      const isInWord = skipped && isSameWord(skipped, piece)
      // Skipped words are followed by a word of the same sentence.
      if (skipped && !isInWord && skipped.sentence !== piece.sentence) continue
      if (length > 0) {
        const next = isInWord ? state : state.after(anyWord)
        if (next) this.#add({ ...thread, state: next, length: length + 1, skipped: piece }, index, found)
      }
      if (isInWord) continue
      // Symbols within a phrase are skipped.
      if (length > 0 && isSymbol(piece.text) && !state.isLast) {
        this.#add({ ...thread, length: length + 1, skipped: undefined }, index, found)
      }
      for (const { last, words } of complete) {
        for (const word of words) {
          const next = state.after(word)
          if (!next) continue
          const heldFrom = thread.heldFrom ?? (isFunctionWord(word) ? undefined : piece.start)
          this.#add({ state: next, first: thread.first, heldFrom, length: length + last + 1 - index }, last, found)
        }
      }
    }
  }

  /** Adds a thread after a piece, and the phrases that end there. */
  #add(thread: Thread, lastIndex: number, found: Occurrence[]): void {
    const { state, first, length } = thread
    const last = this.#reader.pieces[lastIndex] as Piece
    if (length > longestPhrase.pieces || last.end - first.start > longestPhrase.characters) return
    const waiting = this.#waiting[lastIndex + 1] ?? new Map<number, Thread>()
    const key = state.id * (longestPhrase.pieces + 1) + length
    if (waiting.has(key)) return
    this.steps += 1
    this.#waiting[lastIndex + 1] = waiting.set(key, thread)
    for (const end of state.ends) {
      const isSplit = last.sentence !== first.sentence || (!end.spansClauses && last.clause !== first.clause)
      if (end.isException && isSplit) continue
      found.push({ ...end, start: first.start, heldFrom: thread.heldFrom ?? last.end, end: last.end })
    }
  }

  /** The words that begin with a piece: it alone, joined with others (`n4ked`, `fif-teen`), or as separate letters. */
  #wordsAt(first: number, isEnd: boolean): Words {
    const { pieces, isGrowing, endsWithSpace } = this.#reader
    const growing = isGrowing && !isEnd ? pieces.length - 1 : -1
    const isWhole = (last: number) => pieces[first]?.gap !== 'none' && pieces[last + 1]?.gap !== 'none'
    let complete: Words['complete'] = []
    let text = ''
    let isSpelled = true
    let isGlued = true
    let longer: readonly string[] = []
    for (let last = first; last < pieces.length; last += 1) {
      const piece = pieces[last] as Piece
      isSpelled &&= piece.text.length === 1 && (last === first || piece.gap !== 'none')
      isGlued &&= last === first || piece.gap === 'none'
      if (last > first && piece.gap === 'space' && !isSpelled) return { complete, unfinished: null }
      this.steps += 1
      text += piece.text
      const reading = this.#phrases.vocabulary.read(text)
      longer = reading.longer
      if (last === growing && (longer.length > 0 || last === first)) break
      if (reading.words.length > 0 && (last === first || isSpelled || isWhole(last))) {
        // `5he` is a word, and no number.
        if (isGlued) complete = []
        complete.push({ last, words: reading.words })
      }
      if (!reading.canGrow || text.length > longestJoined) return { complete, unfinished: null }
    }
    const isPast = isEnd || (growing < 0 && endsWithSpace && !isSpelled)
    return { complete, unfinished: isPast ? null : longer }
  }
}

/** The pieces of a word with separators (`n.a.k.e.d`) are one word. */
const isSameWord = (before: Piece, piece: Piece): boolean =>
  piece.gap === 'none' || (piece.gap === 'symbol' && before.text.length === 1 && piece.text.length === 1)
