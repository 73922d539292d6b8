import { confusablesMap } from 'confusables'

/**
 * A run of letters, a run of digits, or one symbol that can stand for a letter (`@`), as a reader sees it: in lower case,
 * without marks and invisible characters, in Latin letters where it looks like them.
 */
export interface Piece {
  text: string
  /** Its place in the original text, in UTF-16 code units. */
  start: number
  end: number
  /** What precedes it: nothing (`a|1`), symbols without white space (`a-b`), or white space. */
  gap: 'none' | 'symbol' | 'space'
  /** The numbers of its clause and sentence. */
  clause: number
  sentence: number
}

/** Between clauses. Not the hyphen, and no sign that separates letters or figures, unless white space follows. */
const clauseMarks = /[.,;:!?…—–()*"“”«»[\]\n]/
const endsSentence = /[.?!…]\s/
/** The part of a Markdown link or image that the page does not show: its destination, and the sign of an image. */
const hiddenMarkup = /\]\([^()\s]{0,500}(?:\s"[^"\n]{0,200}")?\)|!(?=\[)/y
/** What may become hidden markup, or half of a surrogate pair, at the end of a text. */
const openEnd = /(?:\](?:\([^()\s]{0,500}(?:\s(?:"[^"\n]{0,200}"?)?)?)?|!|[\ud800-\udbff])$/y
const plainLetters = /[a-z]+/iy
/** More repetitions of a letter change nothing, and longer runs are not words. Keeping them would take quadratic time. */
const repeated = /(.)\1{6,}/gs
const longestRun = 64

export const isSymbol = (text: string): boolean => text.length === 1 && '@$!|€'.includes(text)
const isDigit = (text: string) => text >= '0' && text < ':'
const kindOf = (text: string) => (isSymbol(text) ? 'symbol' : isDigit(text) ? 'digits' : 'letters')

/** Splits a text that arrives in parts into pieces, in linear time. The pieces do not depend on the parts. */
export class PieceReader {
  /** The pieces so far. The caller takes out those that it has used. */
  readonly pieces: Piece[] = []
  /** The offset of the first character that is not read yet. */
  end: number
  #unread = ''
  #last: Piece | undefined
  /** What follows the last piece. */
  #between = ' '

  constructor(offset: number) {
    this.end = offset
  }

  /** Whether the last piece may go on. */
  get isGrowing(): boolean {
    return this.#between === ''
  }

  get endsWithSpace(): boolean {
    return /\s/.test(this.#between)
  }

  read(part: string, isEnd: boolean): void {
    const text = this.#unread + part
    const offset = this.end
    let index = 0
    while (index < text.length) {
      const start = index
      index = skip(plainLetters, text, start)
      if (index > start) {
        this.#add(text.slice(start, index).toLowerCase(), offset + start, offset + index)
        continue
      }
      index = skip(hiddenMarkup, text, start)
      if (index > start) {
        this.#between += '-'
        continue
      }
      if (!isEnd && skip(openEnd, text, start) > start) break
      const character = String.fromCodePoint(text.codePointAt(start) ?? 0)
      index += character.length
      const read = foldCharacter(character)
      if (read === ' ' || read === '.') this.#between += this.#between.endsWith(character) ? '' : character
      else if (read !== '') this.#add(read, offset + start, offset + index)
    }
    this.#unread = text.slice(index)
    this.end = offset + index
  }

  #add(read: string, start: number, end: number): void {
    const last = this.#last
    const kind = kindOf(read)
    if (last && this.isGrowing && kind !== 'symbol' && kind === kindOf(last.text)) {
      last.text += read
      last.end = end
    } else {
      const gap = this.isGrowing ? 'none' : this.endsWithSpace ? 'space' : 'symbol'
      const isSentence = gap === 'space' && endsSentence.test(last?.text === '!' ? `!${this.#between}` : this.#between)
      const isClause = gap === 'space' && clauseMarks.test(this.#between)
      const clause = (last?.clause ?? 0) + (isClause ? 1 : 0)
      const sentence = (last?.sentence ?? 0) + (isSentence ? 1 : 0)
      this.#last = { text: read, start, end, gap, clause, sentence }
      this.pieces.push(this.#last)
      this.#between = ''
    }
    const piece = this.#last as Piece
    if (piece.text.length > longestRun)
      piece.text = piece.text.replaceAll(repeated, '$1$1$1$1$1$1').slice(0, longestRun)
  }
}

function skip(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex : from
}

const folded = new Map<string, string>()

/** One character as a reader sees it: letters or digits, a symbol, a space, `.` for other symbols, '' if it is invisible. */
function foldCharacter(character: string): string {
  const known = folded.get(character) ?? readCharacter(character)
  folded.set(character, known)
  return known
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
