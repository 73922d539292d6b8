/** The typewriter effect, in characters a second: in the chat, and where nothing else is said. */
export const typewriterSpeeds = { chat: 25, default: 30 } as const

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * The text typed after `elapsed` milliseconds, at `speed` characters a second. A character is a grapheme: accents,
 * flags and emoji sequences are not split.
 */
export function typedAfter(text: string, elapsed: number, speed: number = typewriterSpeeds.default): string {
  const count = Math.floor((elapsed / 1000) * speed)
  if (count >= text.length) return text
  let seen = 0
  for (const { index } of graphemes.segment(text)) {
    if (seen === count) return text.slice(0, index)
    seen += 1
  }
  return text
}
