import type { CountTokens } from './input.ts'

/** Marks the place of removed text. */
export const trimMark = '[…]'

/**
 * Cuts the end of a text so that it has at most `tokens` tokens, and adds the mark. Empty if even the mark does not
 * fit. Never cuts inside a surrogate pair.
 *
 * @example
 * trimEnd('abcdef', 4, (text) => text.length) // 'a[…]'
 */
export function trimEnd(text: string, tokens: number, countTokens: CountTokens): string {
  return findLongest(text, tokens, countTokens, (size) => `${text.slice(0, toCharacterStart(text, size))}${trimMark}`)
}

/**
 * Cuts the middle of a text so that it has at most `tokens` tokens, and puts the mark there: the beginning of a message
 * usually has its topic and the end its question. Empty if even the mark does not fit. Never cuts inside a surrogate
 * pair.
 *
 * @example
 * trimMiddle('abcdefgh', 5, (text) => text.length) // 'a[…]h'
 */
export function trimMiddle(text: string, tokens: number, countTokens: CountTokens): string {
  return findLongest(text, tokens, countTokens, (size) => {
    const head = toCharacterStart(text, Math.ceil(size / 2))
    const tail = toCharacterStart(text, text.length - Math.floor(size / 2))
    return `${text.slice(0, head)}${trimMark}${text.slice(tail)}`
  })
}

/** Finds the largest candidate that fits, by binary search. The result is always one that was counted. */
function findLongest(text: string, tokens: number, countTokens: CountTokens, ofSize: (size: number) => string): string {
  if (countTokens(text) <= tokens) return text
  let best = ''
  let low = 0
  let high = text.length - 1
  while (low <= high) {
    const size = (low + high) >> 1
    const candidate = ofSize(size)
    if (countTokens(candidate) <= tokens) {
      best = candidate
      low = size + 1
    } else high = size - 1
  }
  return best
}

/** The index of the character that contains the code unit at `at`. */
function toCharacterStart(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff && at > 0 ? at - 1 : at
}
