import { z } from 'zod'
import { lazyContent } from '#server/content/read-content.ts'

/** Determiners that begin a noun phrase, and what each becomes when the character repeats the phrase. */
const determiners: Readonly<Record<string, string>> = {
  my: 'your',
  our: 'our',
  your: 'my',
  the: 'the',
  a: 'the',
  an: 'the',
  this: 'that',
  that: 'that',
  these: 'those',
  those: 'those',
  his: 'his',
  her: 'her',
  their: 'their',
  its: 'its',
  some: 'the',
  another: 'the other',
}

const Words = z.string().transform((words) => new Set(words.split(' ')))
const readWords = lazyContent(
  'demo-model/topic-words.json',
  z.strictObject({
    common: Words,
    /** Common words that may modify a noun. */
    modifiers: Words,
    /** Nouns too general to be a topic. */
    vagueNouns: Words,
  }),
)

export interface Topic {
  /** The phrase as the character would say it: "the strange key", "your brother"; may be empty. */
  phrase: string
  /** The main word, as the user wrote it. */
  word: string
}

/** Finds what a message is about; null if it has no topic. */
export function findTopic(message: string): Topic | null {
  const tokens = message.replaceAll(/[’ʼ]/g, "'").match(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*|[^\s\p{L}\p{N}]/gu) ?? []
  return findLastPhrase(tokens) ?? findLongestWord(tokens)
}

/** The last phrase that begins with a determiner. The end of a message usually has its topic. */
function findLastPhrase(tokens: readonly string[]): Topic | null {
  const { vagueNouns } = readWords()
  let found: Topic | null = null
  for (const [index, token] of tokens.entries()) {
    const determiner = determiners[token.toLowerCase()]
    if (determiner === undefined) continue
    const words = readPhrase(tokens, index + 1)
    const word = words.at(-1)
    if (word === undefined || isCommonWord(word) || vagueNouns.has(word.toLowerCase()) || word.length < 3) continue
    found = { phrase: [determiner, ...words].join(' '), word }
  }
  return found
}

function readPhrase(tokens: readonly string[], start: number): string[] {
  const { modifiers } = readWords()
  const words: string[] = []
  for (const token of tokens.slice(start, start + 3)) {
    const lower = token.toLowerCase()
    if (!/^\p{L}/u.test(token) || determiners[lower] !== undefined) break
    if (isCommonWord(token) && !modifiers.has(lower)) break
    words.push(toNormalCase(token))
  }
  // Participles at the end are cut off: "a gift wrapped in paper" → "gift".
  while (words.length > 1 && /[^e]ed$/.test(words.at(-1) ?? '')) words.pop()
  while (words.length > 0 && modifiers.has(words.at(-1)?.toLowerCase() ?? '')) words.pop()
  return words
}

/** The longest uncommon word. */
function findLongestWord(tokens: readonly string[]): Topic | null {
  const { vagueNouns } = readWords()
  const words = tokens.filter(
    (token) =>
      /^\p{L}{4,18}$/u.test(token) &&
      !isCommonWord(token) &&
      !vagueNouns.has(token.toLowerCase()) &&
      !/ly$/i.test(token),
  )
  const word = words.reduce((longest, token) => (token.length > longest.length ? token : longest), '')
  return word === '' ? null : { phrase: '', word: toNormalCase(word) }
}

export function isCommonWord(token: string): boolean {
  return readWords().common.has(token.toLowerCase().replaceAll("'", ''))
}

/** Words in capitals become lower case; names keep their first capital. */
function toNormalCase(token: string): string {
  return token.length > 1 && token === token.toUpperCase() ? token.toLowerCase() : token
}
