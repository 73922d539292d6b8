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
/** Longer starts would be compared with more of them at each place of a text, shorter ones are shared by more keys. */
const startLength = 5

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
  readonly #insensitive: KeyMap<Key> = { byStart: new Map(), lengths: new Set(), isWholeWords: true }
  readonly #sensitive: KeyMap<Key> = { byStart: new Map(), lengths: new Set(), isWholeWords: true }

  constructor(keys: Iterable<Key>) {
    for (const key of keys) {
      if (key.text === '') continue
      const map = key.isCaseSensitive ? this.#sensitive : this.#insensitive
      const start = key.text.slice(0, startLength)
      const others = map.byStart.get(start)
      if (others) others.push(key)
      else map.byStart.set(start, [key])
      map.lengths.add(start.length)
      map.isWholeWords &&= key.isWholeWords
    }
  }

  /** Calls back once for each key that is in the text. */
  find(text: string, onFound: (key: Key) => void): void {
    if (this.#insensitive.byStart.size > 0) findIn(this.#insensitive, foldText(text, false), onFound)
    if (this.#sensitive.byStart.size > 0) findIn(this.#sensitive, foldText(text, true), onFound)
  }
}

/** Keys by their first code units: at most `startLength`. */
interface KeyMap<Key> {
  byStart: Map<string, Key[]>
  /** Of the starts. */
  lengths: Set<number>
  /** Whether all keys are whole words. */
  isWholeWords: boolean
}

function findIn<Key extends TextKey>(map: KeyMap<Key>, text: string, onFound: (key: Key) => void): void {
  const found = new Set<Key>()
  const lookFor = (keys: readonly Key[] | undefined, at: number) => {
    if (!keys) return
    for (const key of keys) {
      const isThere = !found.has(key) && text.startsWith(key.text, at)
      if (!isThere || (key.isWholeWords && !isWholeWord(text, at, at + key.text.length))) continue
      found.add(key)
      onFound(key)
    }
  }
  let isAfterLetter = false
  for (let at = 0; at < text.length; at++) {
    const isLetter = isPlainLetter(text.charCodeAt(at))
    const isInsideWord = isLetter && isAfterLetter
    isAfterLetter = isLetter
    if (isInsideWord && map.isWholeWords) continue
    for (const length of map.lengths) lookFor(map.byStart.get(text.slice(at, at + length)), at)
  }
}

const isPlainLetter = (code: number) => (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
