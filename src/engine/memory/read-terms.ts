import { isUnspaced } from '../reply/word-boundary.ts'

/** Letters of a word that count: cutting words is a stemming that works in many languages. */
export const termLength = 6

/**
 * The words of a text as they are compared in a search: without accents, case, a plural s and the end of long words.
 * Scripts without spaces give pairs of letters. In the order of the text, with repetitions.
 *
 * @example
 * readTerms("The allergies of Zoë's dogs") // ['the', 'allerg', 'of', 'zoe', 'dog']
 * readTerms('灯台守') // ['灯台', '台守']
 */
export function readTerms(text: string): string[] {
  const terms: string[] = []
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .normalize('NFC')
    .toLowerCase()
  for (const [word] of plain.matchAll(/[\p{L}\p{N}]+/gu)) {
    if (isUnspaced(word)) terms.push(...readPairs(word))
    else if (word.length > 1) terms.push(toTerm(word))
  }
  return terms
}

function toTerm(word: string): string {
  const isPlural = word.length > 3 && word.endsWith('s') && !word.endsWith('ss')
  return (isPlural ? word.slice(0, -1) : word).slice(0, termLength)
}

/**
 * The pairs of letters of a word of a script without spaces, or its only letter.
 *
 * @example
 * readPairs('灯台守') // ['灯台', '台守']
 */
export function readPairs(word: string): string[] {
  const letters = [...word]
  if (letters.length === 1) return letters
  return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`)
}
