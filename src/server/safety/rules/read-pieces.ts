import { confusablesMap } from 'confusables'

/** What precedes a piece: nothing (`a|1`), symbols without white space (`a-b`), or white space. */
type Gap = 'none' | 'symbol' | 'space'

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
  /** The numbers of its word, clause and sentence. The pieces of a word with separators (`n.a.k.e.d`) are one word. */
  word: number
  clause: number
  sentence: number
}

/** Between clauses. Not the hyphen, and no sign that separates letters or figures, unless white space follows. */
const clauseMarks = /[.,;:!?…—–()*"“”«»[\]\n]/
const endsSentence = /[.?!…]\s/

/** The characters kept of a run; longer runs are not words. */
const longestRun = 64

export const isSymbol = (text: string): boolean => text.length === 1 && '@$!|€'.includes(text)
const isDigit = (text: string) => text >= '0' && text < ':'
const kindOf = (text: string) => (isSymbol(text) ? 'symbol' : isDigit(text) ? 'digits' : 'letters')

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
const plainLetters = /[a-z]+/iy

/**
 * Splits a text into pieces, in linear time, and returns what a reader sees after the last one. Unless `isEnd`, a Markdown link that begins at its end is left out: it is read
 * with the text that follows.
 */
export function readPieces(text: string, isEnd = true): { pieces: Piece[]; tail: string } {
  const pieces: Piece[] = []
  let piece: Piece | undefined
  let between = ' '
  const add = (read: string, start: number, end: number) => {
    const kind = kindOf(read)
    if (piece && between === '' && kind !== 'symbol' && kind === kindOf(piece.text)) {
      // Keeping the whole run would take quadratic time.
      if (piece.text.length <= longestRun) piece.text += read
      piece.end = end
      return
    }
    const gap = between === '' ? 'none' : /\s/.test(between) ? 'space' : 'symbol'
    const isSameWord = gap === 'none' || (gap === 'symbol' && read.length === 1 && piece?.text.length === 1)
    piece = {
      text: read,
      start,
      end,
      gap,
      word: (piece?.word ?? 0) + (isSameWord ? 0 : 1),
      sentence:
        (piece?.sentence ?? 0) +
        (gap === 'space' && endsSentence.test(piece?.text === '!' ? `!${between}` : between) ? 1 : 0),
      clause: (piece?.clause ?? 0) + (gap === 'space' && clauseMarks.test(between) ? 1 : 0),
    }
    pieces.push(piece)
    between = ''
  }
  const skip = (pattern: RegExp, from: number) => {
    pattern.lastIndex = from
    return pattern.test(text) ? pattern.lastIndex : from
  }
  for (let index = 0; index < text.length; ) {
    const start = index
    index = skip(plainLetters, start)
    if (index > start) {
      add(text.slice(start, index).toLowerCase(), start, index)
      continue
    }
    const character = String.fromCodePoint(text.codePointAt(start) ?? 0)
    if (character === ']' || character === '!') {
      index = skip(hiddenMarkup, start)
      if (index > start) {
        between += '-'
        continue
      }
      if (!isEnd && skip(openMarkup, start) > start) break
    }
    index += character.length
    const read = foldCharacter(character)
    if (read === ' ' || read === '.') between += character
    else if (read !== '') add(read, start, index)
  }
  return { pieces, tail: between }
}
