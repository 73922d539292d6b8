import { fnv1a } from '../seeded-random.ts'
import { readTerms } from './read-terms.ts'
import { splitPassages } from './split-passages.ts'
import type { PassageVectors } from './vectors.ts'

/** A passage of a message. */
export interface Passage {
  /** Index in `PassageIndex.messages`. */
  message: number
  start: number
  end: number
  /** Number of words. */
  length: number
  /** Where its terms begin in `terms`; they end where the next passage's begin. */
  from: number
}

/** The words of messages, in a form that is searched without being built up again. */
export interface PassageIndex {
  messages: string[]
  passages: Passage[]
  /** Hashes of terms, ascending within a passage. */
  terms: Uint32Array
  /** How often the passage has the term, at most 255. */
  counts: Uint8Array
  vectors?: PassageVectors
}

/**
 * Indexes the passages of messages.
 *
 * @example
 * indexPassages([{ id: 'm1', content: 'The dog. The cat.' }]).passages // [{ message: 0, start: 0, end: 17, length: 4, from: 0 }]
 */
export function indexPassages(messages: readonly { id: string; content: string }[]): PassageIndex {
  const passages: Passage[] = []
  const terms: number[] = []
  const counts: number[] = []
  for (const [message, { content }] of messages.entries()) {
    for (const { start, end } of splitPassages(content)) {
      const tally = countTerms(readTerms(content.slice(start, end)))
      if (tally.size === 0) continue
      const length = [...tally.values()].reduce((sum, count) => sum + count, 0)
      passages.push({ message, start, end, length, from: terms.length })
      for (const [term, count] of [...tally].sort(([a], [b]) => a - b)) {
        terms.push(term)
        counts.push(Math.min(count, 255))
      }
    }
  }
  const ids = messages.map(({ id }) => id)
  return { messages: ids, passages, terms: Uint32Array.from(terms), counts: Uint8Array.from(counts) }
}

function countTerms(terms: readonly string[]): Map<number, number> {
  const tally = new Map<number, number>()
  for (const term of terms) {
    const hash = fnv1a(term)
    tally.set(hash, (tally.get(hash) ?? 0) + 1)
  }
  return tally
}

/** How often passage number `at` of an index has a term. */
export function countTerm({ passages, terms, counts }: PassageIndex, at: number, term: number): number {
  let low = passages[at]?.from ?? 0
  let high = (passages[at + 1]?.from ?? terms.length) - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = terms[middle] ?? 0
    if (found === term) return counts[middle] ?? 0
    if (found < term) low = middle + 1
    else high = middle - 1
  }
  return 0
}
