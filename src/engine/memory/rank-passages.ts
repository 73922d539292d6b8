import { readTerms } from './read-terms.ts'
import { type PassageRange, splitPassages } from './split-passages.ts'

export interface RankedPassage extends PassageRange {
  messageId: string
  /** The rarest words that it has in common with the texts. */
  words: string[]
}

/** BM25's usual parameters. */
const saturation = 1.2
const lengthShare = 0.75
const olderTextShare = 1 / 3
/** The weight of words that a passage must have in common with the texts: one rare word, or two less rare ones. */
const minWords = 2.2
const maxTerms = 40
export const commonMatches = 60

/**
 * The terms of the newest texts of a chat to look up, and their weights.
 *
 * @param texts the newest first: each counts a third of the one before it
 * @example
 * weighTerms(['Where is the brass key?', 'The sea.'], 2) // [['where', 1], ['brass', 1]]
 */
export function weighTerms(texts: readonly string[], limit = maxTerms): [term: string, weight: number][] {
  const weights = new Map<string, number>()
  for (const [age, text] of texts.entries()) {
    for (const term of readTerms(text)) weights.set(term, Math.max(weights.get(term) ?? 0, olderTextShare ** age))
  }
  return [...weights].sort(([one, a], [other, b]) => b - a || other.length - one.length).slice(0, limit)
}

/**
 * Chooses the messages that have the rarest of the terms, the best first, and weighs the terms by their rarity. A term that
 * `commonMatches` messages have says nothing.
 *
 * @param matches the ids of the messages that have each term, `commonMatches` at most
 * @param total the number of messages
 * @example
 * chooseMessages([['brass', 1], ['key', 1]], [['m1'], ['m1', 'm2']], 100).ids // ['m1', 'm2']
 */
export function chooseMessages(
  terms: readonly [term: string, weight: number][],
  matches: readonly (readonly string[])[],
  total: number,
): { ids: string[]; weights: Map<string, number> } {
  const weights = new Map<string, number>()
  const scores = new Map<string, number>()
  for (const [at, [term, share]] of terms.entries()) {
    const ids = matches[at] ?? []
    if (ids.length === 0 || ids.length >= commonMatches) continue
    const weight = share * rarityOf(ids.length, total)
    weights.set(term, weight)
    for (const id of ids) scores.set(id, (scores.get(id) ?? 0) + weight)
  }
  const ids = [...scores].sort(([, a], [, b]) => b - a).map(([id]) => id)
  return { ids, weights }
}

const rarityOf = (matches: number, total: number) => Math.log(1 + Math.max(0, total - matches + 0.5) / (matches + 0.5))

/**
 * Ranks the passages of messages by the words that they have in common with the newest texts (BM25). Passages without a
 * noticeable relation are left out.
 *
 * @param weights of the terms: see `chooseMessages`
 * @example
 * rankPassages([{ id: 'm1', content: 'The brass key.' }], new Map([['brass', 3]]), 1) // [{ start: 0, end: 14, messageId: 'm1', words: ['brass'] }]
 */
export function rankPassages(
  messages: readonly { id: string; content: string }[],
  weights: ReadonlyMap<string, number>,
  limit: number,
): RankedPassage[] {
  const passages = messages.flatMap(({ id, content }) =>
    splitPassages(content).map((range) => ({ ...range, messageId: id, text: content.slice(range.start, range.end) })),
  )
  const scores = scoreTexts(passages, weights)
  return passages
    .map((passage, at) => ({ ...passage, score: scores[at] ?? 0 }))
    .filter(({ score }) => score >= minWords)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ messageId, start, end, text }) => ({ messageId, start, end, words: commonWords(text, weights) }))
}

/**
 * The words of a text that weigh most, as it has them, without those that weigh less than half as much. Scripts without
 * spaces give pairs of letters.
 *
 * @example
 * commonWords('The Keys of the lighthouse', new Map([['lighth', 3], ['key', 2]])) // ['lighthouse', 'Keys']
 */
export function commonWords(text: string, weights: ReadonlyMap<string, number>, limit = 3): string[] {
  const found = new Map<string, number>()
  for (const [word] of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    const terms = readTerms(word)
    for (const term of terms) {
      const weight = weights.get(term) ?? 0
      if (weight > 0) found.set(terms.length > 1 ? term : word, weight)
    }
  }
  const least = Math.max(...found.values()) / 2
  return [...found]
    .filter(([, weight]) => weight >= least)
    .sort(([, a], [, b]) => b - a)
    .slice(0, limit)
    .map(([word]) => word)
}

function scoreTexts(texts: readonly { text: string }[], weights: ReadonlyMap<string, number>): number[] {
  const read = texts.map(({ text }) => readTerms(text))
  const mean = read.reduce((sum, terms) => sum + terms.length, 0) / Math.max(read.length, 1)
  return read.map((terms) => {
    const norm = saturation * (1 - lengthShare + lengthShare * (terms.length / mean))
    const counts = new Map<string, number>()
    for (const term of terms) if (weights.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1)
    let score = 0
    for (const [term, count] of counts) score += ((weights.get(term) ?? 0) * count * (saturation + 1)) / (count + norm)
    return score
  })
}

interface OrderedFact {
  id: string
  text: string
  isPinned: boolean
  /** Whether it is in the user's words. */
  isOwn?: boolean
}

/**
 * Facts in the order in which they go into a prompt until its budget is used: pinned ones, then those that have words in
 * common with the newest texts, then the newest. The first two kinds are due in this turn, and so are those in the user's
 * words.
 *
 * @param facts oldest first
 * @param texts the newest first
 * @example
 * const facts = ['Sam has a dog.', 'The key hangs behind the stove.', 'It rains.', 'Sam is late.', 'The sea is calm.', 'Ilse sings.'].map((text, at) => ({ id: `f${at}`, text, isPinned: at === 2 }))
 * orderFacts(facts, ['Where is the key for the stove?']).map(({ id }) => id) // ['f2', 'f1', 'f5', 'f4', 'f3', 'f0']
 */
export function orderFacts<Fact extends OrderedFact>(
  facts: readonly Fact[],
  texts: readonly string[],
): (Fact & { isDue: boolean; words: string[] })[] {
  const terms = weighTerms(texts)
  const read = facts.map(({ text }) => new Set(readTerms(text)))
  const matches = terms.map(([term]) => read.filter((one) => one.has(term)).length)
  const weights = new Map(terms.map(([term, weight], at) => [term, weight * rarityOf(matches[at] ?? 0, facts.length)]))
  const scores = scoreTexts(facts, weights)
  return facts
    .map((fact, at) => {
      const score = fact.isPinned ? Number.POSITIVE_INFINITY : (scores[at] ?? 0)
      return { fact, at, score: score >= minWords ? score : 0 }
    })
    .sort((a, b) => b.score - a.score || b.at - a.at)
    .map(({ fact, score }) => ({
      ...fact,
      isDue: fact.isOwn === true || score > 0,
      words: score > 0 ? commonWords(fact.text, weights) : [],
    }))
}
