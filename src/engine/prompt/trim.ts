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
  const ofSize = (size: number) => `${text.slice(0, toCharacterStart(text, size))}${trimMark}`
  return findLongest({ text, size: text.length, ofSize }, tokens, countTokens)
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
  const ofSize = (size: number) => {
    const head = toCharacterStart(text, Math.ceil(size / 2))
    const tail = toCharacterStart(text, text.length - Math.floor(size / 2))
    return `${text.slice(0, head)}${trimMark}${text.slice(tail)}`
  }
  return findLongest({ text, size: text.length, ofSize }, tokens, countTokens)
}

/** The share of the tokens that a result may leave unused. */
const unusedShare = 1 / 64

/**
 * Finds a candidate that fits and leaves at most 1/64 of the tokens unused. Sizes are guessed from the tokens of those
 * that were counted, because counting is what takes the time; every other one halves what is left, so that their number
 * is bounded for any text. The result is always one that was counted.
 *
 * @param size the size of the whole text
 * @example
 * const candidates = { text: 'abcdef', size: 6, ofSize: (size) => 'abcdef'.slice(0, size) }
 * findLongest(candidates, 3, (text) => text.length) // 'abc'
 */
export function findLongest(
  { text, size, ofSize }: { text: string; size: number; ofSize: (size: number) => string },
  tokens: number,
  countTokens: CountTokens,
): string {
  let high = { size, tokens: countTokens(text) }
  if (high.tokens <= tokens) return text
  let low = { size: -1, tokens: 0 }
  let best = ''
  const unused = Math.floor(tokens * unusedShare)
  for (let step = 0; high.size - low.size > 1; step++) {
    const share = step % 2 === 0 ? (tokens - unused / 2 - low.tokens) / (high.tokens - low.tokens) : 0.5
    const guess = low.size + Math.round(share * (high.size - low.size))
    const next = Math.min(Math.max(guess, low.size + 1), high.size - 1)
    const candidate = ofSize(next)
    const counted = { size: next, tokens: countTokens(candidate) }
    if (counted.tokens > tokens) high = counted
    else {
      low = counted
      best = candidate
      if (counted.tokens >= tokens - unused) break
    }
  }
  return best
}

/** The index of the character that contains the code unit at `at`. */
function toCharacterStart(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff && at > 0 ? at - 1 : at
}
