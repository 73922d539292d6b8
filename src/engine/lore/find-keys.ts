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

/** What is read so far of keys that begin alike. */
class Node<Key> {
  readonly next = new Map<number, Node<Key>>()
  /** The keys that end here. */
  readonly keys: Key[] = []
  /** The longest other beginning of a key with which this one ends. Null: the root. */
  suffix: Node<Key> | null = null
  /** The nearest one of the suffixes that has keys. */
  shorter: Node<Key> | null = null
}

/**
 * Finds many keys in a text at once, with the algorithm of Aho and Corasick: the time grows with the keys and with the text, not
 * with their product, also where all keys begin alike.
 *
 * @example
 * const reef = { text: 'reef', isCaseSensitive: false, isWholeWords: true }
 * const found = []
 * new KeyFinder([reef]).find('A Reef!', (key) => found.push(key.text))
 * found // ['reef']
 */
export class KeyFinder<Key extends TextKey> {
  readonly #insensitive = new Node<Key>()
  readonly #sensitive = new Node<Key>()

  constructor(keys: Iterable<Key>) {
    for (const key of keys) insertKey(key.isCaseSensitive ? this.#sensitive : this.#insensitive, key)
    linkSuffixes(this.#insensitive)
    linkSuffixes(this.#sensitive)
  }

  /** Calls back once for each key that is in the text. */
  find(text: string, onFound: (key: Key) => void): void {
    if (this.#insensitive.next.size > 0) findIn(this.#insensitive, foldText(text, false), onFound)
    if (this.#sensitive.next.size > 0) findIn(this.#sensitive, foldText(text, true), onFound)
  }
}

function insertKey<Key extends TextKey>(root: Node<Key>, key: Key): void {
  let node = root
  for (let at = 0; at < key.text.length; at++) {
    const code = key.text.charCodeAt(at)
    const next = node.next.get(code) ?? new Node<Key>()
    node.next.set(code, next)
    node = next
  }
  if (node !== root) node.keys.push(key)
}

/** Shorter beginnings first: each link needs those of the beginnings before it. */
function linkSuffixes<Key>(root: Node<Key>): void {
  const nodes = [root]
  for (const node of nodes) {
    for (const [code, next] of node.next) {
      if (node !== root) next.suffix = step(node.suffix ?? root, code, root)
      next.shorter = next.suffix && (next.suffix.keys.length > 0 ? next.suffix : next.suffix.shorter)
      nodes.push(next)
    }
  }
}

/** The longest beginning of a key with which the text ends that is read so far, after one more code unit. */
function step<Key>(node: Node<Key>, code: number, root: Node<Key>): Node<Key> {
  for (let from: Node<Key> = node; ; from = from.suffix ?? root) {
    const next = from.next.get(code)
    if (next || from === root) return next ?? root
  }
}

function findIn<Key extends TextKey>(root: Node<Key>, text: string, onFound: (key: Key) => void): void {
  const found = new Set<Key>()
  let node = root
  for (let end = 1; end <= text.length; end++) {
    node = step(node, text.charCodeAt(end - 1), root)
    for (let ended: Node<Key> | null = node; ended; ended = ended.shorter) {
      for (const key of ended.keys) {
        if (found.has(key) || (key.isWholeWords && !isWholeWord(text, end - key.text.length, end))) continue
        found.add(key)
        onFound(key)
      }
    }
  }
}
