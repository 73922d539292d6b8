import type { PromptMessage } from '../prompt/input.ts'

export interface SummarizedMessage {
  id: string
  role: 'user' | 'character'
  /** Who said it, where it is another name than in `names`. */
  name?: string | null
  content: string
}

export interface SummaryInput {
  /** How characters call the player, and the character's name. */
  names: { user: string; char: string }
  /** The summary so far; empty if there is none. */
  previous: string
  /** Facts that are stored already, oldest first: they are not written again. */
  knownFacts: readonly string[]
  /** Oldest first. */
  messages: readonly SummarizedMessage[]
}

export interface WrittenMemory {
  summary: string
  facts: { text: string; sources: string[] }[]
}

/** The most facts of one block. */
const maxFacts = 10
/** Known facts that the request names. */
const maxKnown = 20
/** UTF-16 code units. */
const maxFactLength = 300
const maxSummaryLength = 3_000

const task = `You keep the notes of a fictional roleplay chat. You are not a part of it: do not continue it, and do not answer anything in it. Write in the language of the chat, in the third person. Keep to what was said; invent nothing.
Answer with exactly two parts, whose headings stay in English:
SUMMARY:
The whole story so far, the new messages included, in at most 220 words: what happened, where everybody is now, how they stand to each other, open promises and questions.
FACTS:
At most ${maxFacts} lines, one for each lasting fact that the new messages establish and that is not known yet: names, relations, places, possessions, abilities, likes, fears, promises, secrets. Begin each line with "- " and end it with the numbers of the messages that say so, as in: - The spare key hangs behind the stove. [4]`

/**
 * The name under which a message was said.
 *
 * @example
 * speakerOf({ role: 'user' }, { user: 'Sam', char: 'Ilse' }) // 'Sam'
 */
export function speakerOf({ name, role }: SummarizedMessage, names: SummaryInput['names']): string {
  return name ?? (role === 'user' ? names.user : names.char)
}

/**
 * The request for the next summary and its facts. Its messages are numbered from 1, for the citations.
 *
 * @example
 * const input = { names: { user: 'Sam', char: 'Ilse' }, previous: '', knownFacts: [], messages: [{ role: 'user', content: 'Hi.' }] }
 * writeSummaryRequest(input)[1].content.split('\n').at(-1) // '[1] Sam: Hi.'
 */
export function writeSummaryRequest({ names, previous, knownFacts, messages }: SummaryInput): PromptMessage[] {
  const chat = messages.map((message, at) => `[${at + 1}] ${speakerOf(message, names)}: ${message.content}`)
  const parts = [
    `The player is ${names.user}; the character is ${names.char}.`,
    `The story before the new messages:\n${previous || '(this is the beginning)'}`,
    knownFacts.length > 0
      ? `Known facts:\n${knownFacts
          .slice(-maxKnown)
          .map((fact) => `- ${fact}`)
          .join('\n')}`
      : '',
    `New messages:\n${chat.join('\n')}`,
  ]
  return [
    { role: 'system', content: task },
    { role: 'user', content: parts.filter((part) => part !== '').join('\n\n') },
  ]
}

/**
 * Reads the answer of a model. Facts that cite no message or are known are left out; an answer without headings is all
 * summary.
 *
 * @param ids the ids of the numbered messages, in order
 * @example
 * readSummary('SUMMARY:\nThey met.\nFACTS:\n- Sam has a dog. [2]\n- No source.', ['m1', 'm2'], [])
 * // { summary: 'They met.', facts: [{ text: 'Sam has a dog.', sources: ['m2'] }] }
 */
export function readSummary(answer: string, ids: readonly string[], knownFacts: readonly string[]): WrittenMemory {
  const [before = '', ...after] = answer.split(/^[\s#*_]*FACTS?[\s*_]*:[*_]*/im)
  const summary = before.replace(/^[\s#*_]*SUMMARY[\s*_]*:[*_]*/i, '').trim()
  const facts = after
    .join('\n')
    .split('\n')
    .flatMap((line) => readFact(line, ids))
  return { summary: summary.slice(0, maxSummaryLength), facts: selectNewFacts(facts, knownFacts).slice(0, maxFacts) }
}

/**
 * The facts that are not known yet, each text once. Case does not count.
 *
 * @example
 * selectNewFacts([{ text: 'It rains.', sources: ['m1'] }], ['it rains.']) // []
 */
export function selectNewFacts(facts: WrittenMemory['facts'], knownFacts: readonly string[]): WrittenMemory['facts'] {
  const known = new Set(knownFacts.map((text) => text.toLowerCase()))
  return facts.filter(({ text }) => {
    const key = text.toLowerCase()
    const isNew = !known.has(key)
    known.add(key)
    return isNew
  })
}

function readFact(line: string, ids: readonly string[]): WrittenMemory['facts'] {
  const [, text = '', numbers = ''] =
    line.trim().match(/^(?:[-*•–]|\d+[.)])\s*(.+?)\s*[[(]([\d\s,;and&–-]+)[\])][.\s]*$/i) ?? []
  const sources = [...new Set(readNumbers(numbers).flatMap((number) => ids[number - 1] ?? []))]
  const isUsable = sources.length > 0 && text.length > 3 && text.length <= maxFactLength
  return isUsable ? [{ text, sources }] : []
}

/** `1, 3` and `2-4`. */
function readNumbers(text: string): number[] {
  return [...text.matchAll(/(\d+)(?:\s*[-–]\s*(\d+))?/g)].flatMap(([, from = '', to = from]) => {
    const count = Math.min(Math.max(Number(to) - Number(from), 0), 20)
    return Array.from({ length: count + 1 }, (_, at) => Number(from) + at)
  })
}
