import type { CountTokens } from './input.ts'

/** Shortening texts to a number of tokens, never inside a surrogate pair. */

/** Stands where text was taken out. */
export const trimMark = '[…]'

/**
 * The longest beginning of a text that fits, with a mark at the end; empty when not even the mark fits.
 *
 * @example
 * trimEnd('abcdef', 4, (text) => text.length) // 'a[…]'
 */
export function trimEnd(text: string, tokens: number, countTokens: CountTokens): string {
  return longest(text, tokens, countTokens, (size) => `${text.slice(0, whole(text, size))}${trimMark}`)
}

/**
 * A text with as much of its middle taken out as it takes to fit: what opens a message says what it is about, what
 * ends it is what it asks. Empty when not even the mark fits.
 *
 * @example
 * trimMiddle('abcdefgh', 5, (text) => text.length) // 'a[…]h'
 */
export function trimMiddle(text: string, tokens: number, countTokens: CountTokens): string {
  return longest(text, tokens, countTokens, (size) => {
    const head = whole(text, Math.ceil(size / 2))
    const tail = whole(text, text.length - Math.floor(size / 2))
    return `${text.slice(0, head)}${trimMark}${text.slice(tail)}`
  })
}

/** The largest of the texts that fits; only what was counted and found to fit is ever returned. */
function longest(text: string, tokens: number, countTokens: CountTokens, ofSize: (size: number) => string): string {
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

/** The nearest cut at or before `at` that leaves no half of a surrogate pair. */
function whole(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff && at > 0 ? at - 1 : at
}
