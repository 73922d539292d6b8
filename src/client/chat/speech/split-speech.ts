import { plainText } from '#engine/prose/plain-text.ts'
import { type ProseRun, readProse } from '#engine/prose/typography.ts'

/** What of a message is spoken with one voice: what a character says, or all other text (the narration). */
export type SpokenRole = 'speech' | 'narration'

export interface Sentence<Voice> {
  /** Without markup. */
  text: string
  /** Where it is in the message, markup included. */
  from: number
  to: number
  voice: Voice
}

/** The voice of each role; null leaves it out. Roles of the same voice are read together, in whole sentences. */
export type RoleVoices<Voice> = Record<SpokenRole, Voice | null>

export interface SplitOptions<Voice> {
  voices: RoleVoices<Voice>
  /** What is before this place was read already. */
  from?: number
  /** False while more of the message is on its way: its last sentence may still grow. */
  isWhole?: boolean
  /** Whether replies of this story have their speech in quotation marks. This message alone may not show it yet. */
  hasQuotes?: boolean
}

/**
 * Splits a message into the sentences that are read aloud, each with its voice. `end`: where to go on when more of the
 * message has arrived.
 *
 * @example
 * splitSpeech('*She waits.* "Come in."', { voices: { speech: 'ada', narration: 'ben' } }).sentences
 * // [{ text: 'She waits.', from: 0, to: 11, voice: 'ben' }, { text: '"Come in."', from: 13, to: 23, voice: 'ada' }]
 */
export function splitSpeech<Voice>(
  text: string,
  { voices, from = 0, isWhole = true, hasQuotes = false }: SplitOptions<Voice>,
): { sentences: Sentence<Voice>[]; end: number } {
  const sentences: Sentence<Voice>[] = []
  let end = from
  const blocks = splitByVoice(text, voices, hasQuotes)
  for (const [index, block] of blocks.entries()) {
    const start = Math.max(block.from, from)
    if (start >= block.to) continue
    const segments = [...segmenter.segment(text.slice(start, block.to))]
    if (!isWhole && index === blocks.length - 1) segments.pop()
    for (const { segment, index: at } of segments) {
      end = start + at + segment.length
      if (block.voice === null) continue
      for (const part of splitLong(segment)) {
        const spoken = plainText(part.text)
        if (!hasWords.test(spoken)) continue
        const place = start + at + part.at
        sentences.push({ text: spoken, from: place, to: place + part.text.length, voice: block.voice })
      }
    }
  }
  return { sentences, end }
}

/** Whether the speech of a message is in quotation marks. */
export const hasQuotedSpeech = (text: string): boolean => readProse(text).some(({ kind }) => kind === 'speech')

const hasWords = /[\p{L}\p{N}]/u
const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' })

interface Block<Voice> {
  from: number
  to: number
  voice: Voice | null
}

function splitByVoice<Voice>(text: string, voices: RoleVoices<Voice>, hasQuotes: boolean): Block<Voice>[] {
  const runs = readProse(text)
  const isPlainTold = hasQuotes || runs.some(({ kind }) => kind === 'speech')
  const blocks: Block<Voice>[] = []
  let at = 0
  for (const run of runs) {
    const to = at + run.text.length
    const last = blocks.at(-1)
    const voice = voices[roleOf(run, isPlainTold)]
    // Marks, spaces and punctuation belong to what is before them.
    if (last && (last.voice === voice || !hasWords.test(run.text))) last.to = to
    else blocks.push({ from: at, to, voice })
    at = to
  }
  return blocks
}

/** Text without marks is told where speech has quotation marks, and said where it has none. */
function roleOf({ kind }: ProseRun, isPlainTold: boolean): SpokenRole {
  if (kind === 'plain') return isPlainTold ? 'narration' : 'speech'
  return kind === 'speech' ? 'speech' : 'narration'
}

/** The most characters of one utterance: Chromium stops in the middle of one that takes longer than about 15 seconds. */
const longest = 200

/** A sentence, in parts if it is long. */
function splitLong(sentence: string): { text: string; at: number }[] {
  const parts: { text: string; at: number }[] = []
  let at = 0
  while (at < sentence.length) {
    const start = sentence.slice(at, at + longest)
    const isLast = at + longest >= sentence.length
    const length = isLast ? start.length : breakOf(start)
    const padding = start.length - start.trimStart().length
    const text = start.slice(0, length).trim()
    if (text) parts.push({ text, at: at + padding })
    at += length
  }
  return parts
}

function breakOf(start: string): number {
  const pause = Math.max(...[', ', '; ', ': ', ' – ', '— '].map((mark) => start.lastIndexOf(mark) + mark.length - 1))
  const space = start.lastIndexOf(' ')
  return pause > longest / 3 ? pause : space > 0 ? space : longest
}
