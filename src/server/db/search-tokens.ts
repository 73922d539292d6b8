import { foldText } from '#shared/fold-text.ts'

/** The index of the search holds grams: sequences of one to three letters of a word. */
const gramLength = 3

/** Normalizes text for the index and for queries. A change needs a migration of the stored texts. */
export function normalizeSearchText(...parts: string[]): string {
  return foldText(parts.join(' ').replaceAll('\0', ' '))
}

/** The word that a character's tag is found by as a whole. Its parts are found as those of other words are. */
export const tagWord = (tag: string): string => `#${foldText(tag).replaceAll('#', '').replaceAll(' ', '_')}#`

/** Each `tag:moss` and `tag:"old books"` of a search as the word of that tag. */
export const withTagWords = (search: string): string =>
  search.replaceAll(/(?<!\S)tag:(?:"([^"]+)"|(\S+))/giu, (_, quoted?: string, word?: string) =>
    tagWord(quoted ?? word ?? ''),
  )

/** The grams to find a word by: a short word itself, else its sequences of three letters. */
export function longestGrams(word: string): string[] {
  const letters = [...word]
  if (letters.length <= gramLength) return [word]
  return letters.slice(gramLength - 1).map((_, index) => letters.slice(index, index + gramLength).join(''))
}

/** The tokens of a text in the FTS5 index, separated by spaces. SQLite's triggers call it as `search_tokens`. */
export function searchTokens(scope: string, text: string): string {
  const tokens = new Set<string>()
  // The tokens of the last letter, and of the last two.
  let last = ''
  let lastTwo = ''
  for (let at = 0; at < text.length; at += 1) {
    const code = text.codePointAt(at) ?? 0
    if (code > 0xffff) at += 1
    if (code === space) {
      last = ''
      lastTwo = ''
      continue
    }
    const token = letterToken(code)
    tokens.add(token)
    if (last !== '') tokens.add(last + token)
    if (lastTwo !== '') tokens.add(lastTwo + token)
    lastTwo = last === '' ? '' : last + token
    last = token
  }
  return (scope ? [scopeToken(scope), ...tokens] : [...tokens]).join(' ')
}

const space = 0x20

/** FTS5 splits text at everything but letters and digits, so each letter is four digits of base 36. */
export function toToken(gram: string): string {
  return Array.from(gram, (letter) => letterToken(letter.codePointAt(0) ?? 0)).join('')
}

const encodeLetter = (code: number) => code.toString(36).padStart(4, '0')
/** The tokens of the letters of Latin, Greek, Cyrillic and Arabic script: encoding them is most of the work of a text. */
const commonLetters = Array.from({ length: 0x700 }, (_, code) => encodeLetter(code))

function letterToken(code: number): string {
  return commonLetters[code] ?? encodeLetter(code)
}

/** Conversations were once found by their user: migrations build that index. Its token is longer than that of any gram. */
const scopeToken = (scope: string) => `scope${scope.replaceAll('-', '')}`
