import { isUnspaced, isWordCharacter } from '../reply/word-boundary.ts'

/** A key of entries as it is looked for. */
export interface TextKey {
  /** As `foldText` writes it. */
  text: string
  isCaseSensitive: boolean
  isWholeWords: boolean
}

/** Most keys: they have nothing to replace. */
const isPlain = /^[!-~]+(?: [!-~]+)*$/
const hangul = /\p{Script=Hangul}/u

/**
 * A text as keys are compared with it: one form of each letter, and single spaces.
 *
 * @example
 * foldText('The  QUAY’s end', false) // "the quay's end"
 */
export function foldText(text: string, isCaseSensitive: boolean): string {
  if (isPlain.test(text)) return isCaseSensitive ? text : text.toLowerCase()
  const plain = text.normalize('NFC').replaceAll(/\s+/g, ' ').replaceAll('’', "'")
  return isCaseSensitive ? plain : plain.toLowerCase()
}

/**
 * Whether a key at this place of a text is a word of its own: no letter, digit or accent is before or after it. Scripts
 * without spaces have words inside others, and Korean words take endings.
 *
 * @example
 * isWholeWord('the artist', 2, 5) // false
 * isWholeWord('古い灯台の光', 2, 4) // true
 */
export function isWholeWord(text: string, start: number, end: number): boolean {
  const isJoined = (outside: string, inside: string) =>
    isWordCharacter(outside) && isWordCharacter(inside) && !isUnspaced(outside) && !isUnspaced(inside)
  const first = String.fromCodePoint(text.codePointAt(start) ?? 32)
  if (start > 0 && isJoined(lastCharacter(text, start), first)) return false
  if (end >= text.length) return true
  const last = lastCharacter(text, end)
  return hangul.test(last) || !isJoined(String.fromCodePoint(text.codePointAt(end) ?? 32), last)
}

function lastCharacter(text: string, end: number): string {
  const code = text.charCodeAt(end - 1)
  const isSecondHalf = code >= 0xdc00 && code < 0xe000 && end > 1
  return isSecondHalf ? text.slice(end - 2, end) : text.slice(end - 1, end)
}

/**
 * Calls back for each key that is in the text.
 *
 * @example
 * const reef = { text: 'reef', isCaseSensitive: false, isWholeWords: true }
 * const found = []
 * findKeys([reef], 'A Reef!', (key) => found.push(key.text))
 * found // ['reef']
 */
export function findKeys<Key extends TextKey>(keys: Iterable<Key>, text: string, onFound: (key: Key) => void): void {
  const [insensitive, sensitive] = [foldText(text, false), foldText(text, true)]
  for (const key of keys) if (hasKey(key.isCaseSensitive ? sensitive : insensitive, key)) onFound(key)
}

function hasKey(text: string, { text: key, isWholeWords }: TextKey): boolean {
  if (key === '') return false
  for (let at = text.indexOf(key); at >= 0; at = text.indexOf(key, at + 1)) {
    if (!isWholeWords || isWholeWord(text, at, at + key.length)) return true
  }
  return false
}
