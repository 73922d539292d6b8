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
  index: number
  next?: Piece
  /** The words that begin with it, once no further text changes them. */
  words?: Word[]
}

/** What one or several pieces can be read as. */
export interface Word {
  text: string
  last: Piece
}

/** Between clauses. Not the hyphen, and no sign that separates letters or figures, unless white space follows. */
const clauseMarks = /[.,;:!?…—–()*"“”«»[\]\n]/
const endsSentence = /[.?!…]\s/
/** The part of a Markdown link or image that the page does not show: its destination, and the sign of an image. */
const hidden = String.raw`\]\([^()\s]{0,500}(?:\s"[^"\n]{0,200}")?\)|!(?=\[)`
/** What may become hidden, or half of a surrogate pair, at the end of a text. */
const open = String.raw`(?:\](?:\([^()\s]{0,500}(?:\s(?:"[^"\n]{0,200}"?)?)?)?|!|[\ud800-\udbff])$`
const parts = new RegExp(`(?<letters>[a-zA-Z]+)|(?<hidden>${hidden})|(?<open>${open})|.`, 'gsu')
/** More repetitions of a letter change nothing, and longer runs are not words. Keeping them would take quadratic time. */
const repeated = /(.)\1{6,}/gs
const longestRun = 64

export const isSymbol = (text: string): boolean => text.length === 1 && '@$!|€'.includes(text)
const isDigit = (text: string) => text >= '0' && text < ':'
const kindOf = (text: string) => (isSymbol(text) ? 'symbol' : isDigit(text) ? 'digits' : 'letters')

/** Splits a text that arrives in parts into pieces, in linear time. The pieces do not depend on the parts. */
export class PieceReader {
  /** The offset of the first character that is not read yet. */
  end: number
  #unread = ''
  #pieces: Piece[] = []
  #last: Piece
  /** What follows the last piece. */
  #between = ' '

  constructor(offset: number) {
    this.end = offset
    this.#last = { text: '', start: offset, end: offset, gap: 'space', clause: 0, sentence: 0, index: 0 }
  }

  /** Whether the last piece may go on. */
  get isGrowing(): boolean {
    return this.#between === ''
  }

  /** Whether white space follows the last piece. */
  get hasSpace(): boolean {
    return /\s/.test(this.#between)
  }

  /** Returns the pieces that begin in a part. The last one may go on in the next part. */
  read(part: string, isEnd: boolean): Piece[] {
    const text = this.#unread + part
    const offset = this.end
    this.end += text.length
    this.#unread = ''
    for (const { 0: found, index, groups } of text.matchAll(parts)) {
      const start = offset + index
      if (groups?.letters) this.#add(found.toLowerCase(), start, start + found.length)
      else if (groups?.hidden) this.#between += '-'
      else if (groups?.open && !isEnd) {
        this.#unread = found
        this.end = start
      } else this.#addCharacters(found, start)
    }
    return this.#pieces.splice(0)
  }

  #addCharacters(characters: string, offset: number): void {
    let start = offset
    for (const character of characters) {
      const read = foldCharacter(character)
      if (read === ' ' || read === '.') this.#between += this.#between.endsWith(character) ? '' : character
      else if (read !== '') this.#add(read, start, start + character.length)
      start += character.length
    }
  }

  #add(read: string, start: number, end: number): void {
    const kind = kindOf(read)
    if (this.isGrowing && kind !== 'symbol' && kind === kindOf(this.#last.text)) {
      this.#last.text += read
      this.#last.end = end
    } else this.#begin(read, start, end)
    const { text } = this.#last
    if (text.length > longestRun) this.#last.text = text.replaceAll(repeated, '$1$1$1$1$1$1').slice(0, longestRun)
  }

  #begin(text: string, start: number, end: number): void {
    const last = this.#last
    const gap = this.isGrowing ? 'none' : this.hasSpace ? 'space' : 'symbol'
    const isSentence = gap === 'space' && endsSentence.test(last.text === '!' ? `!${this.#between}` : this.#between)
    const isClause = gap === 'space' && clauseMarks.test(this.#between)
    const clause = last.clause + (isClause ? 1 : 0)
    const sentence = last.sentence + (isSentence ? 1 : 0)
    this.#last = { text, start, end, gap, clause, sentence, index: last.index + 1 }
    last.next = this.#last
    this.#pieces.push(this.#last)
    this.#between = ''
  }
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
