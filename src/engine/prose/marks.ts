/** The marks of chat prose: what may open and what may close. */

const longestMark = 3

export interface Mark {
  text: string
  canOpen: boolean
  canClose: boolean
}

/**
 * The run of asterisks or underscores at a place. It may open before a character that is not white space, and close
 * after one; underscores inside a word (`snake_case`) and asterisks between digits (`2*3`) do neither.
 *
 * @example
 * readMark('*waves*', 0) // { text: '*', canOpen: true, canClose: false }
 */
export function readMark(text: string, start: number): Mark {
  const char = text.charAt(start)
  let end = start + 1
  while (text.charAt(end) === char) end += 1
  const before = text.charAt(start - 1)
  const after = text.charAt(end)
  const inWord = char === '_' ? isWord(before) && isWord(after) : isDigit(before) && isDigit(after)
  const usable = end - start <= longestMark && !inWord
  return {
    text: text.slice(start, end),
    canOpen: usable && !isSpace(after) && !(char === '_' && isWord(before)),
    canClose:
      usable && start > 0 && (!isSpace(before) || isSpace(after) || after === '') && !(char === '_' && isWord(after)),
  }
}

/** Quotation marks and what ends the speech they begin. */
const pairs: Record<string, string> = {
  '“': '”',
  '„': '“”',
  '«': '»',
  '「': '」',
  '『': '』',
}
/** Marks that begin a speech in some languages and end it in others: they begin one only at the start of a word. */
const turncoats: Record<string, string> = { '"': '"', '”': '”', '»': '«' }

/**
 * The characters that would end the speech that begins here; empty when none begins.
 *
 * @example
 * closersAt('„Guten Tag“', 0) // '“”'
 * closersAt('a 6" nail', 3) // ''
 */
export function closersAt(text: string, at: number): string {
  const char = text.charAt(at)
  const sure = pairs[char]
  if (sure !== undefined) return sure
  const closers = turncoats[char]
  if (closers === undefined || isWord(text.charAt(at - 1)) || isSpace(text.charAt(at + 1))) return ''
  return closers
}

/** The end of the text is not a space: while it streams in, a word may follow. */
function isSpace(char: string): boolean {
  return char === ' ' || char === '\n' || char === '\t' || char === '\u00a0'
}

function isDigit(char: string): boolean {
  return char >= '0' && char <= '9'
}

/** ASCII letters and digits. Scripts that write without spaces open speech right after a character. */
function isWord(char: string): boolean {
  return isDigit(char) || (char >= 'a' && char <= 'z') || (char >= 'A' && char <= 'Z')
}
