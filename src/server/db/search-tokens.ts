import { foldText } from '#shared/fold-text.ts'

/** A sequence of one to three letters of a word is a gram: what the index of the search holds. */
const gramLength = 3

/** Normalizes text for the index and for queries. A change needs a migration of the stored texts. */
export function normalizeSearchText(...parts: string[]): string {
  return foldText(parts.join(' ').replaceAll('\0', ' '))
}

/** The grams to find a word by: a short word itself, else its sequences of three letters. */
export function longestGrams(word: string): string[] {
  const letters = [...word]
  if (letters.length <= gramLength) return [word]
  return letters.slice(gramLength - 1).map((_, index) => letters.slice(index, index + gramLength).join(''))
}

/** The tokens of a text in the FTS5 index, separated by spaces. SQLite's triggers call it as `search_tokens`. */
export function searchTokens(scope: string, text: string): string {
  const grams = new Set<string>()
  for (const word of text.split(' ')) {
    const letters = [...word]
    for (let length = 1; length <= gramLength; length += 1) {
      for (let start = 0; start + length <= letters.length; start += 1) {
        grams.add(letters.slice(start, start + length).join(''))
      }
    }
  }
  const tokens = Array.from(grams, toToken)
  return (scope ? [scopeToken(scope), ...tokens] : tokens).join(' ')
}

/** FTS5 splits text at everything but letters and digits, so each letter is four digits of base 36. */
export function toToken(gram: string): string {
  return Array.from(gram, (letter) => (letter.codePointAt(0) ?? 0).toString(36).padStart(4, '0')).join('')
}

/** Longer than the token of a gram. */
export const scopeToken = (scope: string) => `scope${scope.replaceAll('-', '')}`
