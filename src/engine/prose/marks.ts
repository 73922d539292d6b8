const maxMarkLength = 3

export interface Mark {
  text: string
  canOpen: boolean
  canClose: boolean
}

/**
 * Reads consecutive asterisks or underscores. They can open before a character that is not white space, and close after
 * one. Underscores inside a word (`snake_case`) and asterisks between digits (`2*3`) can do neither.
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
  const isInWord = char === '_' ? isWord(before) && isWord(after) : isDigit(before) && isDigit(after)
  const isUsable = end - start <= maxMarkLength && !isInWord
  return {
    text: text.slice(start, end),
    canOpen: isUsable && !isSpace(after) && !(char === '_' && isWord(before)),
    canClose:
      isUsable && start > 0 && (!isSpace(before) || isSpace(after) || after === '') && !(char === '_' && isWord(after)),
  }
}

/** Opening quotation marks and the marks that can close them. */
const pairs: Record<string, string> = {
  '“': '”',
  '„': '“”',
  '«': '»',
  '「': '」',
  '『': '』',
}
/** Marks that open a quotation in some languages and close it in others. They open one only at the start of a word. */
const ambiguousMarks: Record<string, string> = { '"': '"', '”': '”', '»': '«' }

/**
 * The marks that can close a quotation that opens at this place; empty if none opens here.
 *
 * @example
 * closersAt('„Guten Tag“', 0) // '“”'
 * closersAt('a 6" nail', 3) // ''
 */
export function closersAt(text: string, at: number): string {
  const char = text.charAt(at)
  const paired = pairs[char]
  if (paired !== undefined) return paired
  const closers = ambiguousMarks[char]
  if (closers === undefined || isWord(text.charAt(at - 1)) || isSpace(text.charAt(at + 1))) return ''
  return closers
}

/** False at the end of the text: while a reply streams, a word may follow. */
function isSpace(char: string): boolean {
  return char === ' ' || char === '\n' || char === '\t' || char === '\u00a0'
}

function isDigit(char: string): boolean {
  return char >= '0' && char <= '9'
}

/** True for ASCII letters and digits only: scripts without spaces open quotations directly after a character. */
function isWord(char: string): boolean {
  return isDigit(char) || (char >= 'a' && char <= 'z') || (char >= 'A' && char <= 'Z')
}
