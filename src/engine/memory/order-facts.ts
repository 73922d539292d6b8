import { indexPassages, type PassageIndex } from './passage-index.ts'
import { rankPassages } from './rank-passages.ts'

interface OrderedFact {
  id: string
  text: string
  isPinned: boolean
  /** Whether it is in the user's words. */
  isOwn?: boolean
}

/** The index that `orderFacts` uses, to be built once for facts that do not change. */
export function indexFacts(facts: readonly OrderedFact[]): PassageIndex {
  return indexPassages(facts.map(({ id, text }) => ({ id, content: text })))
}

/**
 * Facts in the order in which they go into a prompt until its budget is used: pinned ones, then those that have words in
 * common with the newest texts, then the newest. The first two kinds are due in this turn, and so
 * are those in the user's words.
 *
 * @param facts oldest first
 * @param index of these facts, or of more
 * @param texts the newest first
 * @example
 * const facts = ['Sam has a dog.', 'The key hangs behind the stove.', 'It rains.', 'Sam is late.', 'The sea is calm.', 'Ilse sings.'].map((text, at) => ({ id: `f${at}`, text, isPinned: at === 2 }))
 * orderFacts(facts, indexFacts(facts), ['Where is the key for the stove?']).map(({ id }) => id) // ['f2', 'f1', 'f5', 'f4', 'f3', 'f0']
 */
export function orderFacts<Fact extends OrderedFact>(
  facts: readonly Fact[],
  index: PassageIndex,
  texts: readonly string[],
): (Fact & { isDue: boolean })[] {
  const ids = new Set(facts.map(({ id }) => id))
  const ranked = rankPassages([index], { texts, vector: null }, (id) => ids.has(id), facts.length)
  const rank = new Map(ranked.map(({ messageId }, at) => [messageId, at]))
  const place = ({ id, isPinned }: Fact) => (isPinned ? -1 : (rank.get(id) ?? facts.length))
  const ordered = facts.toReversed().sort((a, b) => place(a) - place(b))
  return ordered.map((fact) => ({ ...fact, isDue: fact.isOwn === true || place(fact) < facts.length }))
}
