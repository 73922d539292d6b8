import { confusablesMap } from 'confusables'
import type { State } from './states.ts'

/** What stands between pieces: nothing (`a|1`), symbols without white space (`a-b`), or white space. */
type Gap = 'none' | 'symbol' | 'space'

/**
 * A run of letters, of digits, or of symbols that can stand for letters (`@`), as a reader sees it: in lower case, without
 * marks and invisible characters, in Latin letters where it looks like them.
 */
export interface Piece {
  text: string
  /** Its place in the original text, in UTF-16 code units. */
  start: number
  end: number
  /** What precedes it. */
  gap: Gap
  /** The numbers of its clause and sentence. */
  clause: number
  sentence: number
  next?: Piece
  /** The beginnings of phrases that end with it. */
  steps: Step[]
}

/** The beginning of a phrase. */
export interface Step {
  state: State
  first: Piece
  /** The offset of its first word that is not a function word. */
  heldFrom?: number | undefined
}

/** Between clauses, if white space precedes or follows. */
const clauseMark = /[.,;:!?…—–()*"“”«»[\]\n]/
const sentenceEnd = /[.?!…]\s/
/** The part of a Markdown link or image that the page does not show (its destination, and the sign of an image), or others. */
const parts = /(\]\([^()\s]{0,500}(?:\s"[^"\n]{0,200}")?\)|!(?=\[))|[a-zA-Z]+|./gsu
/** What may become hidden, or half of a surrogate pair, at the end of a text. */
const unfinished = /(?:\](?:\([^()\s]{0,500}(?:\s(?:"[^"\n]{0,200}"?)?)?)?|!|[\ud800-\udbff])$/
/** More repetitions of a letter change nothing, and longer runs are not words. Keeping them would take quadratic time. */
const repeated = /(.)\1{6,}/gs
const longestRun = 64

export const isSymbol = (text: string): boolean => /^[@$!|€]/.test(text)

function kindOf(text: string): 'letters' | 'digits' | 'symbols' {
  if (text >= '0' && text < ':') return 'digits'
  return (text < 'a' || text > 'z') && isSymbol(text) ? 'symbols' : 'letters'
}

/** Splits a text that arrives in parts into pieces, in linear time. The pieces do not depend on the parts. */
export class PieceReader {
  /** The offset of the first character that is not read yet. */
  end: number
  /** The last piece, which may go on in the next part, or an empty one before the first. */
  last: Piece
  /** The symbols and white space after the last piece. */
  #between = ' '
  #unread = ''

  constructor(offset: number) {
    this.end = offset
    this.last = { text: '', start: offset, end: offset, gap: 'space', clause: 0, sentence: 0, steps: [] }
  }

  /** What follows the last piece. */
  get gap(): Gap {
    if (this.#between === '') return 'none'
    return /\s/.test(this.#between) ? 'space' : 'symbol'
  }

  read(part: string, isEnd: boolean): void {
    const text = this.#unread + part
    const length = isEnd ? text.length : text.length - (unfinished.exec(text)?.[0].length ?? 0)
    this.#unread = text.slice(length)
    for (const [found, hidden] of text.slice(0, length).matchAll(parts)) {
      const start = this.end
      const read = hidden ? '.' : fold(found)
      this.end += found.length
      if (read === ' ' || read === '.') this.#between += hidden ? '-' : found
      else if (read !== '') this.#addLetters(read, start)
    }
  }

  /** Adds letters, digits or a symbol that end at `this.end`. */
  #addLetters(read: string, start: number): void {
    if (this.#between !== '' || kindOf(read) !== kindOf(this.last.text)) this.#begin(start)
    const { last } = this
    last.text += read
    last.end = this.end
    if (last.text.length > longestRun) last.text = last.text.replaceAll(repeated, '$1$1$1$1$1$1').slice(0, longestRun)
  }

  #begin(start: number): void {
    const { gap, last } = this
    const clause = last.clause + (gap === 'space' && clauseMark.test(this.#between) ? 1 : 0)
    const sentence = last.sentence + (sentenceEnd.test(last.text.slice(-1) + this.#between) ? 1 : 0)
    this.last = { text: '', start, end: start, gap, clause, sentence, steps: [] }
    last.next = this.last
    this.#between = ''
  }
}

/** The pieces of a whole text. */
export function readPieces(text: string): Piece[] {
  const reader = new PieceReader(0)
  const pieces: Piece[] = []
  const before = reader.last
  reader.read(text, true)
  for (let { next } = before; next; next = next.next) pieces.push(next)
  return pieces
}

const folded = new Map<string, string>()

/** Characters as a reader sees them: letters or digits, a symbol, a space, `.` for other symbols, '' if invisible. */
function fold(character: string): string {
  if (/^[a-zA-Z]/.test(character)) return character.toLowerCase()
  if (!folded.has(character)) folded.set(character, readCharacter(character))
  return folded.get(character) ?? ''
}

function readCharacter(character: string): string {
  // Regular expressions treat the invisible U+FEFF as white space.
  if (/^(?:[\p{M}\p{Cf}\u115f\u1160\u3164\uffa0]|(?!\s)\p{Cc})$/u.test(character)) return ''
  if (/^\s$/u.test(character)) return ' '
  if (isSymbol(character)) return character
  if (character === '%') return 'percent'
  const latin = [...character.normalize('NFKD')].map((part) => confusablesMap.get(part) ?? part).join('')
  const plain = (confusablesMap.get(character) ?? latin).normalize('NFKD').replaceAll(/\p{M}/gu, '')
  const letters = plain.replaceAll(/[^\p{L}\p{N}]/gu, '')
  // The package reads the capital iota and its like as a small L, and an L of another alphabet as a capital one.
  if (letters === 'l' && /^\p{Lu}$/u.test(character)) return 'i'
  return letters === '' ? '.' : letters.toLowerCase()
}
