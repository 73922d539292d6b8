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
 * Finds many keys in a text at once: the time depends on the text, not on the number of keys.
 *
 * @example
 * const reef = { text: 'reef', isCaseSensitive: false, isWholeWords: true }
 * const found = []
 * new KeyFinder([reef]).find('A Reef!', (key) => found.push(key.text))
 * found // ['reef']
 */
export class KeyFinder<Key extends TextKey> {
  /** Keys by their first two code units, or by the one that they have. */
  readonly #insensitive = new Map<number, Key[]>()
  readonly #sensitive = new Map<number, Key[]>()

  constructor(keys: Iterable<Key>) {
    for (const key of keys) {
      if (key.text === '') continue
      const map = key.isCaseSensitive ? this.#sensitive : this.#insensitive
      const start = startOf(key.text, 0, key.text.length > 1)
      const others = map.get(start)
      if (others) others.push(key)
      else map.set(start, [key])
    }
  }

  /** Calls back for each place of each key; one that returns true is not looked for in this text any more. */
  find(text: string, onFound: (key: Key) => void): void {
    if (this.#insensitive.size > 0) findIn(this.#insensitive, foldText(text, false), onFound)
    if (this.#sensitive.size > 0) findIn(this.#sensitive, foldText(text, true), onFound)
  }
}

function findIn<Key extends TextKey>(
  map: ReadonlyMap<number, readonly Key[]>,
  text: string,
  onFound: (key: Key) => void,
): void {
  const found = new Set<Key>()
  for (let at = 0; at < text.length; at++) {
    for (const isPair of [true, false]) {
      const keys = map.get(startOf(text, at, isPair))
      if (!keys) continue
      for (const key of keys) {
        const isThere = !found.has(key) && text.startsWith(key.text, at)
        if (!isThere || (key.isWholeWords && !isWholeWord(text, at, at + key.text.length))) continue
        found.add(key)
        onFound(key)
      }
    }
  }
}

const startOf = (text: string, at: number, isPair: boolean): number =>
  isPair ? text.charCodeAt(at) * 0x1_0000 + text.charCodeAt(at + 1) : text.charCodeAt(at)
