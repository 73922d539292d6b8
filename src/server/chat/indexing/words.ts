import { readPairs } from '#engine/memory/read-terms.ts'
import { foldText } from '#shared/fold-text.ts'

/** The unit that searches compare: a word, or a run of letters of a script without spaces between words. */
export interface Piece {
  /** UTF-16 code units in the text. */
  start: number
  end: number
  /** Without case and accents. */
  folded: string
  isUnspaced: boolean
}

const scripts = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']
const unspaced = `${scripts.map((script) => `\\p{Script=${script}}`).join('')}ー々〆ｰﾞﾟ`
const piecePattern = new RegExp(`([${unspaced}][${unspaced}\\p{M}]*)|[[\\p{L}\\p{N}\\p{M}]--[${unspaced}]]+`, 'gv')
const notASCII = /[^\0-\x7f]/
const notLetters = /[^\p{L}\p{N}\p{M}]+/gu

export function readPieces(text: string): Piece[] {
  return Array.from(text.matchAll(piecePattern), (match) => {
    const [word, run] = match
    const folded = notASCII.test(word) ? foldText(word).replaceAll(notLetters, '') : word.toLowerCase()
    return { start: match.index, end: match.index + word.length, folded, isUnspaced: run !== undefined }
  })
}

/** Letters of a word that are in the index. PostgreSQL limits the bytes of a token. */
const wordLength = 40

/** The token of a word. */
export function wordToken(word: string): string {
  return word.length <= wordLength ? word : [...word].slice(0, wordLength).join('')
}

/** The different tokens of a text in the index: words, and the letters and pairs of letters of runs without spaces. */
export function tokensOf(text: string): Set<string> {
  const tokens = new Set<string>()
  for (const { folded, isUnspaced } of readPieces(text)) {
    if (folded === '') continue
    if (!isUnspaced) tokens.add(wordToken(folded))
    else for (const token of [...folded, ...readPairs(folded)]) tokens.add(token)
  }
  return tokens
}
