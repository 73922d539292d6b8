import { plainText } from '#engine/prose/plain-text.ts'

interface Place {
  /** Of the text. */
  index: number
  offset: number
}

const letter = /[\p{L}\p{N}]/u
const lettersOf = (text: string): string[] => [...text].filter((char) => letter.test(char))

/**
 * Finds a sentence of a message, with the punctuation after it, in the texts that show it. Only letters and digits are compared: quotation marks, markup and
 * spaces may be shown otherwise. `before`: the message up to the sentence.
 *
 * @example
 * findLetters(['“No.', ' No.”'], { before: '"No. ', wanted: 'No."' })
 * // { start: { index: 1, offset: 1 }, end: { index: 1, offset: 5 } }
 */
export function findLetters(
  texts: readonly string[],
  { before, wanted }: { before: string; wanted: string },
): { start: Place; end: Place } | null {
  const letters = lettersOf(wanted)
  const first = lettersOf(plainText(before)).length
  let count = 0
  let start: Place | null = null
  for (const [index, text] of texts.entries()) {
    let offset = 0
    for (const char of text) {
      const end = offset + char.length
      if (letter.test(char)) {
        if (count === first) start = { index, offset }
        if (count >= first && char !== letters[count - first]) return null
        count += 1
        if (start && count === first + letters.length) {
          const [punctuation = ''] = /^[^\s\p{L}\p{N}]*/u.exec(text.slice(end)) ?? []
          return { start, end: { index, offset: end + punctuation.length } }
        }
      }
      offset = end
    }
  }
  return null
}
