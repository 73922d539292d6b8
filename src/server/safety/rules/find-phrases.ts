import { anyWord, type PhraseEnd, type Phrases, type State } from './phrases.ts'
import { isSymbol, type Piece, PieceReader, type Word } from './read-pieces.ts'

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

export interface Findings {
  /** The phrases that are complete. */
  found: Occurrence[]
  /** No further phrase begins before this offset. */
  settled: number
  /** From here on the text may be part of a phrase that is held back. */
  held: number
}

/** The beginning of a phrase. */
interface Step {
  state: State
  /** Its last piece; null before the first. */
  last: Piece | null
  heldFrom?: number | undefined
  /** The last piece, if any word may be in its place. */
  skipped?: Piece | undefined
}

/** All phrases that begin with one piece. */
interface Search {
  first: Piece
  /** States and the lengths at which they were reached, so that none is followed twice. */
  seen: Set<number>
  /** The steps that may be continued. */
  steps: Step[]
}

/** Finds the phrases in a text that arrives in parts, in linear time. */
export class PhraseFinder {
  /** The number of steps, for tests. */
  steps = 0
  readonly #phrases: Phrases
  readonly #reader: PieceReader
  #searches: Search[] = []

  constructor(phrases: Phrases, offset = 0) {
    this.#phrases = phrases
    this.#reader = new PieceReader(offset)
  }

  add(part: string, isEnd: boolean): Findings {
    for (const first of this.#reader.read(part, isEnd)) {
      this.#searches.push({ first, seen: new Set(), steps: [{ state: this.#phrases.start, last: null }] })
    }
    const { end } = this.#reader
    const findings: Findings = { found: [], settled: end, held: end }
    for (const search of this.#searches) this.#follow(search, isEnd, findings)
    this.#searches = this.#searches.filter(({ steps }) => steps.length > 0)
    findings.settled = this.#searches[0]?.first.start ?? end
    return findings
  }

  #follow(search: Search, isEnd: boolean, findings: Findings): void {
    const { first } = search
    const open: Step[] = []
    for (const step of search.steps) {
      const { state, last, heldFrom, skipped } = step
      const piece = last ? last.next : first
      const isInWord = skipped && piece && isSameWord(skipped, piece)
      const longer = piece ? this.#readWords(piece, isEnd) : [anyWord]
      if (longer) {
        const canGoOn =
          !piece || isInWord || isSymbol(piece.text) || [anyWord, ...longer].some((word) => state.after(word))
        if (isEnd || !canGoOn || this.#reader.end - first.start > longestPhrase.characters) continue
        open.push(step)
        // A function word is shown at once: should it be the beginning of another word, it says nothing of it.
        const isHeld = longer.some((word) => !isFunctionWord(word) && state.after(word)?.isHeld)
        const from = isHeld && piece && !isFunctionWord(piece.text) ? piece : piece?.next
        if (state.isHeld) findings.held = Math.min(findings.held, heldFrom ?? from?.start ?? findings.held)
      } else if (piece && isInWord) {
        this.#reach(search, { state, last: piece, heldFrom, skipped: piece }, findings)
      } else if (piece && (!skipped || skipped.sentence === piece.sentence)) {
        // Skipped words are followed by a word of the same sentence.
        const next = last && state.after(anyWord)
        if (next) this.#reach(search, { state: next, last: piece, heldFrom, skipped: piece }, findings)
        // Symbols within a phrase are skipped.
        if (last && isSymbol(piece.text)) this.#reach(search, { state, last: piece, heldFrom }, findings)
        for (const { text, last } of piece.words ?? []) {
          const next = state.after(text)
          const from = heldFrom ?? (isFunctionWord(text) ? undefined : piece.start)
          if (next) this.#reach(search, { state: next, last, heldFrom: from }, findings)
        }
      }
    }
    search.steps = open
  }

  /** Adds a step to those that are followed, and the phrases that are complete with it. */
  #reach({ first, seen, steps }: Search, step: Step & { last: Piece }, { found }: Findings): void {
    const { state, last, heldFrom } = step
    const length = last.index - first.index + 1
    if (length > longestPhrase.pieces || last.end - first.start > longestPhrase.characters) return
    const key = state.id * (longestPhrase.pieces + 1) + length
    if (seen.has(key)) return
    seen.add(key)
    this.steps += 1
    for (const end of state.ends) {
      const isSplit = last.sentence !== first.sentence || (!end.spansClauses && last.clause !== first.clause)
      if (end.isException && isSplit) continue
      found.push({ ...end, start: first.start, heldFrom: heldFrom ?? last.end, end: last.end })
    }
    if (!state.isLast) steps.push(step)
  }

  /**
   * Reads the words that begin with a piece: it alone, joined with others (`n4ked`, `fif-teen`), or as separate letters.
   * Returns null, or the words that it may become with further text.
   */
  #readWords(first: Piece, isEnd: boolean): readonly string[] | null {
    if (first.words) return null
    const { isGrowing, hasSpace } = this.#reader
    let complete: Word[] = []
    let text = ''
    let isSpelled = true
    let isGlued = true
    for (let last: Piece | undefined = first; last; last = last.next) {
      const isFirst = last === first
      isSpelled &&= last.text.length === 1 && (isFirst || last.gap !== 'none')
      isGlued &&= isFirst || last.gap === 'none'
      if (!isFirst && last.gap === 'space' && !isSpelled) break
      this.steps += 1
      text += last.text
      const { words, longer, canGrow } = this.#phrases.vocabulary.read(text)
      const isOpen = !isEnd && !last.next && (isSpelled || !hasSpace)
      if (isOpen && (isGrowing ? isFirst || longer.length > 0 : canGrow)) {
        return [...longer, ...complete.map((word) => word.text)]
      }
      const isWhole = first.gap !== 'none' && last.next?.gap !== 'none'
      if (words.length > 0 && (isFirst || isSpelled || isWhole)) {
        // `5he` is a word, and no number.
        if (isGlued) complete = []
        for (const word of words) complete.push({ text: word, last })
      }
      if (!canGrow || text.length > longestJoined) break
    }
    first.words = complete
    return null
  }
}

/** The pieces of a word with separators (`n.a.k.e.d`) are one word. */
const isSameWord = (before: Piece, piece: Piece): boolean =>
  piece.gap === 'none' || (piece.gap === 'symbol' && before.text.length === 1 && piece.text.length === 1)
