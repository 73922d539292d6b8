import { plainText } from '#engine/prose/plain-text.ts'

/** The most characters of one utterance: Chromium stops in the middle of one that takes longer than about 15 seconds. */
const longest = 200

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' })

/** The sentences of a message as they are read aloud, without markup; long ones in parts. */
export function splitSpeech(markdown: string): string[] {
  const sentences: string[] = []
  for (const { segment } of segmenter.segment(plainText(markdown))) {
    const sentence = segment.trim()
    if (/[\p{L}\p{N}]/u.test(sentence)) sentences.push(...splitLong(sentence))
  }
  return sentences
}

function splitLong(sentence: string): string[] {
  const parts: string[] = []
  let rest = sentence
  while (rest.length > longest) {
    const start = rest.slice(0, longest)
    const pause = Math.max(...[', ', '; ', ': ', ' – ', '— '].map((mark) => start.lastIndexOf(mark) + mark.length - 1))
    const space = start.lastIndexOf(' ')
    const end = pause > longest / 3 ? pause : space > 0 ? space : longest
    parts.push(rest.slice(0, end).trim())
    rest = rest.slice(end).trim()
  }
  return rest ? [...parts, rest] : parts
}
