import { readTerms } from './read-terms.ts'
import {
  type SummarizedMessage,
  type SummaryInput,
  selectNewFacts,
  speakerOf,
  type WrittenMemory,
} from './summary-request.ts'

/** The most sentences of one block in the summary, and the most of the whole summary. */
const sentencesOfBlock = 4
const sentencesOfSummary = 16
const maxFacts = 5
const maxSentence = 220

interface Sentence {
  text: string
  message: SummarizedMessage
  score: number
}

/** What players say about themselves, and promises of either side. */
const lasting =
  /\b(?:my (?:name|mother|father|brother|sister|wife|husband|son|daughter|friend|dog|cat|horse|house|home|job|birthday)\b|i(?:'m| am) (?:a|an|from|afraid|allergic|called)\b|call me\b|i (?:live|work|grew up|was born|love|hate|promise|swear)\b|i(?:'ve| have) (?:a|an|always|never)\b)/i

/**
 * A summary and facts without a language model, for the demo model: sentences of the chat as they were said. The same
 * messages give the same result.
 *
 * @example
 * extractMemory({ names: { user: 'Sam', char: 'Ilse' }, previous: '', knownFacts: [], messages: [{ id: 'm1', role: 'user', content: 'My brother sails north.' }] }).facts // [{ text: 'Sam said: “My brother sails north.”', sources: ['m1'] }]
 */
export function extractMemory({ names, previous, knownFacts, messages }: SummaryInput): WrittenMemory {
  const sentences = scoreSentences(messages)
  const quote = ({ text, message }: Sentence) => `${speakerOf(message, names)} said: “${text}”`
  const best = sentences.toSorted((a, b) => b.score - a.score).slice(0, sentencesOfBlock)
  const added = sentences.filter((sentence) => best.includes(sentence)).map(quote)
  const lines = [...previous.split('\n').filter((line) => line !== ''), ...added]
  const facts = sentences
    .filter(
      ({ text, message }) => lasting.test(text) && (message.role === 'user' || /\b(?:promise|swear)\b/i.test(text)),
    )
    .map((sentence) => ({ text: quote(sentence), sources: [sentence.message.id] }))
  return {
    summary: lines.slice(-sentencesOfSummary).join('\n'),
    facts: selectNewFacts(facts, knownFacts).slice(0, maxFacts),
  }
}

/** Scores statements by the words that are most frequent in the block. */
function scoreSentences(messages: readonly SummarizedMessage[]): Sentence[] {
  const tally = new Map<string, number>()
  for (const { content } of messages) {
    for (const term of new Set(readTerms(content))) tally.set(term, (tally.get(term) ?? 0) + 1)
  }
  return messages.flatMap((message) =>
    toStatements(message.content).map((text) => {
      const terms = [...new Set(readTerms(text))].filter((term) => term.length > 3)
      const weight = terms.reduce((sum, term) => sum + Math.min((tally.get(term) ?? 0) - 1, 4), 0)
      return { text, message, score: (weight + (lasting.test(text) ? 6 : 0)) / Math.sqrt(terms.length + 4) }
    }),
  )
}

function toStatements(content: string): string[] {
  const sentences = content.replaceAll(/[*_"“”]/g, '').match(/[^.!?…\n]+[.!?…]*/g) ?? []
  return sentences
    .map((text) => text.trim())
    .filter((text) => !text.endsWith('?') && text.length > 12 && text.length <= maxSentence)
}
