import { confusablesMap } from 'confusables'

/** What precedes a piece: nothing (`a|1`), symbols without white space (`a-b`), or white space. */
export type Gap = 'none' | 'symbol' | 'space'

/**
 * A run of letters, a run of digits, or one symbol that can stand for a letter (`@`), as a reader sees it: in lower case,
 * without marks and invisible characters, in Latin letters where it looks like them.
 */
export interface Piece {
  text: string
  /** Its place in the original text, in UTF-16 code units. */
  start: number
  end: number
  gap: Gap
  /** The number of its word and of its sentence. The pieces of a word with separators (`n.a.k.e.d`) are one word. */
  word: number
  sentence: number
  /** Whether punctuation and white space separate it from the piece before. */
  isNewClause: boolean
}

/** Between clauses. Not the hyphen, and no sign that separates letters or figures, unless white space follows. */
const clauseMarks = /[.,;:!?…—–()*"“”«»[\]\n]/
/** Whether what follows white space in this text between two pieces is another clause. */
export const endsClause = (between: string): boolean =>
  between !== ' ' && between !== '' && /\s/.test(between) && clauseMarks.test(between)

/** Symbols and digits, and the letters that they stand for. */
export const lookAlikes: Record<string, string> = {
  '0': 'o',
  '1': 'il',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
  '€': 'e',
}

/** The characters kept of a run; longer runs are not words. */
const longestWord = 64

export const isSymbol = (text: string): boolean => text.length === 1 && '@$!|€'.includes(text)
const isDigit = (text: string) => text >= '0' && text < ':'

const folded = new Map<string, string>()

/** One character as a reader sees it: letters or digits, a symbol, a space, `.` for other symbols, '' if it is invisible. */
function foldCharacter(character: string): string {
  const known = folded.get(character)
  if (known !== undefined) return known
  const text = readCharacter(character)
  folded.set(character, text)
  return text
}

function readCharacter(character: string): string {
  // Regular expressions treat the invisible U+FEFF as white space.
  if (/^[\p{M}\p{Cf}\u115f\u1160\u3164\uffa0]$/u.test(character)) return ''
  if (/^\s$/u.test(character)) return ' '
  if (/^\p{Cc}$/u.test(character)) return ''
  if (isSymbol(character)) return character
  if (character === '%') return 'percent'
  const latin = [...character.normalize('NFKD')].map((part) => confusablesMap.get(part) ?? part).join('')
  const plain = (confusablesMap.get(character) ?? latin).normalize('NFKD').replaceAll(/\p{M}/gu, '')
  const letters = plain.replaceAll(/[^\p{L}\p{N}]/gu, '')
  // The package reads the capital iota and its like as a small L, and an L of another alphabet as a capital one.
  if (letters === 'l' && /^\p{Lu}$/u.test(character)) return 'i'
  return letters === '' ? '.' : letters.toLowerCase()
}

/** The part of a Markdown link or image that the page does not show: its destination, and the sign of an image. */
const hiddenMarkup = /\]\([^()\s]{0,500}(?:\s"[^"\n]{0,200}")?\)|!(?=\[)/y
/** A destination that may not be complete yet. */
const openMarkup = /\]\([^()\s]{0,500}$/y

/**
 * Splits a text into pieces, in linear time. Unless `isEnd`, a Markdown link that begins at its end is left out: it is read
 * with the text that follows.
 */
export function readPieces(text: string, isEnd = true): Piece[] {
  const pieces: Piece[] = []
  let piece: Piece | null = null
  let gap: Gap = 'space'
  let isSentenceOver = false
  let word = 0
  let sentence = 0
  let kind: 'letters' | 'digits' | 'symbol' = 'symbol'
  const add = (read: string, start: number, end: number) => {
    const readKind = isSymbol(read) ? 'symbol' : isDigit(read) ? 'digits' : 'letters'
    const isSame = gap === 'none' && readKind !== 'symbol' && kind === readKind
    kind = readKind
    if (piece && isSame) {
      // Keeping the whole run would take quadratic time.
      if (piece.text.length <= longestWord) piece.text += read
      piece.end = end
    } else {
      const isNewClause = endsClause(text.slice(piece?.end ?? 0, start))
      piece = { text: read, start, end, gap, word, sentence, isNewClause }
      pieces.push(piece)
    }
    gap = 'none'
    isSentenceOver = read === '!'
  }
  for (let index = 0; index < text.length; ) {
    const plainEnd = endOfLetters(text, index)
    if (plainEnd > index) {
      add(text.slice(index, plainEnd).toLowerCase(), index, plainEnd)
      index = plainEnd
      continue
    }
    const character = String.fromCodePoint(text.codePointAt(index) ?? 0)
    if (character === ']' || character === '!') {
      hiddenMarkup.lastIndex = index
      openMarkup.lastIndex = index
      if (hiddenMarkup.test(text)) {
        index = hiddenMarkup.lastIndex
        gap = gap === 'space' ? 'space' : 'symbol'
        continue
      }
      if (!isEnd && openMarkup.test(text)) break
    }
    const start = index
    index += character.length
    const read = foldCharacter(character)
    if (read === ' ' || read === '.') {
      if (read === ' ' && isSentenceOver) {
        sentence += 1
        isSentenceOver = false
      }
      if (read === '.') isSentenceOver = '.?…'.includes(character)
      gap = read === ' ' || gap === 'space' ? 'space' : 'symbol'
    } else if (read !== '') add(read, start, index)
  }
  for (const [index, each] of pieces.entries()) {
    if (index > 0 && !isSameWord(each, pieces[index - 1])) word += 1
    each.word = word
  }
  return pieces
}

/** Whether a piece belongs to the same word as the one before: with nothing between them, or as letters of `n.a.k.e.d`. */
function isSameWord({ gap, text }: Piece, before: Piece | undefined): boolean {
  return gap === 'none' || (gap === 'symbol' && text.length === 1 && before?.text.length === 1)
}

/** The end of a run of plain Latin letters. */
function endOfLetters(text: string, from: number): number {
  let index = from
  for (; index < text.length; index += 1) {
    const code = text.charCodeAt(index) | 32
    if (code < 97 || code > 122) break
  }
  return index
}

/** The readings of a run of pieces as one word: look-alikes as letters, and letters that are repeated too often. */
export function readingsOf(text: string): string[] {
  if (text.length > longestWord) return []
  if (/^[a-z]*$/.test(text) && !/(.)\1\1/.test(text)) return [text]
  const readAs = (choice: number) => [...text].map((c) => lookAlikes[c]?.[choice] ?? lookAlikes[c]?.[0] ?? c).join('')
  const readings = new Set([text, readAs(0), readAs(1)])
  for (const reading of [...readings]) {
    readings.add(reading.replaceAll(/(.)\1{2,}/g, '$1'))
    readings.add(reading.replaceAll(/(.)\1{2,}/g, '$1$1'))
  }
  return [...readings]
}

/** Replaces repeated letters by one. */
export const collapseRepeats = (text: string): string => text.replaceAll(/(.)\1+/g, '$1')
