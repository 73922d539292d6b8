/** Latin, Greek and Cyrillic letters with what stands between them: of these the build has fonts. */
const ranges = [
  [0x20, 0x24f],
  [0x370, 0x52f],
  [0x1e00, 0x1eff],
  [0x2010, 0x205e],
  [0x20ac, 0x20ac],
] as const

export const previewLetters = (): string =>
  ranges
    .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)))
    .join('')

const emoji = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\ufe0f|\u20e3/gu

/**
 * A text as a picture can show it: without emoji, and empty where there is no font for its letters. They would be boxes, and
 * the title of the link says them anyway.
 */
export function drawableText(text: string): string {
  const plain = text.normalize('NFC').replaceAll(emoji, '').replaceAll(/\s+/g, ' ').trim()
  const isDrawable = [...plain].every((letter) => {
    const code = letter.codePointAt(0) ?? 0
    return ranges.some(([from, to]) => code >= from && code <= to)
  })
  return isDrawable ? plain : ''
}
