const wordCharacter = /[\p{Letter}\p{Number}\p{Mark}]/u
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u

/**
 * @example
 * isWordCharacter('é') // true
 * isWordCharacter('-') // false
 */
export function isWordCharacter(char: string): boolean {
  return wordCharacter.test(char)
}

/**
 * True for a character of a script that has no spaces between words.
 *
 * @example
 * isUnspaced('は') // true
 * isUnspaced('a') // false
 */
export function isUnspaced(char: string): boolean {
  return unspaced.test(char)
}

const opening = /[([{«“„「『（【\-—–/'’]/
const closing = /[\p{Terminal_Punctuation}\p{Close_Punctuation}\p{Final_Punctuation}…%\-—–]/u
const fullWidth = /[\u3000-\u303f\uff00-\uffef]/

/** What stands on both sides of the seam of a text and its continuation. */
export interface Seam {
  /** The last character of the text, no white space. */
  before: string
  /** The first character of the continuation, no white space. */
  after: string
  /** Whether `before` opens speech or an action. */
  opens: boolean
  /** Whether `after` closes speech or an action. */
  closes: boolean
  /** Whether the text may end inside a word. */
  mayBeInsideWord: boolean
}

/**
 * True if a space belongs between a text and its continuation.
 *
 * @example
 * needsSpace({ before: '.', after: 'S', opens: false, closes: false, mayBeInsideWord: true }) // true
 * needsSpace({ before: 'k', after: 'e', opens: false, closes: false, mayBeInsideWord: true }) // false
 * needsSpace({ before: '。', after: '她', opens: false, closes: false, mayBeInsideWord: false }) // false
 */
export function needsSpace({ before, after, opens, closes, mayBeInsideWord }: Seam): boolean {
  if (opens || closes || before === '' || after === '') return false
  if (isUnspaced(before) || isUnspaced(after) || fullWidth.test(before) || fullWidth.test(after)) return false
  if (opening.test(before) || closing.test(after)) return false
  if (!mayBeInsideWord) return true
  // `3.` and `5`, `e.` and `g.`, `wal` and `king`, `you` and `'re` belong together.
  return !isWordCharacter(before) && !/[\p{Lowercase_Letter}\p{Number}'’]/u.test(after)
}
