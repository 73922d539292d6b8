import { fnv1a } from '../seeded-random.ts'
import { countTerm, type Passage, type PassageIndex } from './passage-index.ts'
import { readTerms } from './read-terms.ts'
import { similarity } from './vectors.ts'

export interface RecallQuery {
  /** The newest texts of the chat, newest first. Each counts a third of the one before it. */
  texts: readonly string[]
  /** The embedding of the newest text, of the same space as the vectors to compare; null ranks by words alone. */
  vector: { space: string; values: readonly number[] } | null
}

export interface RankedPassage extends Pick<Passage, 'start' | 'end'> {
  messageId: string
}

interface Candidate {
  index: PassageIndex
  at: number
  words: number
  meaning: number
}

/** BM25's usual parameters. */
const saturation = 1.2
const lengthShare = 0.75
const olderTextShare = 1 / 3
/** The weight of words that a passage must have in common with the texts: one rare word, or two less rare ones. */
const minWords = 2.2
/** How many standard deviations above the mean a similarity must be. */
const minDeviations = 2
/** The constant of reciprocal rank fusion. */
const fusion = 20

/**
 * Ranks passages by what they have in common with the texts: words (BM25) and, where there are vectors, meaning (cosine
 * similarity); both ranks are fused. Passages without a noticeable relation are left out.
 *
 * @param isCandidate whether passages of this message may be recalled
 */
export function rankPassages(
  indexes: readonly PassageIndex[],
  query: RecallQuery,
  isCandidate: (messageId: string) => boolean,
  limit: number,
): RankedPassage[] {
  const candidates = listCandidates(indexes, isCandidate)
  scoreWords(candidates, weighTerms(query.texts))
  scoreMeaning(candidates, query.vector)
  const byWords = rankBy(candidates, 'words', minWords)
  const byMeaning = rankBy(candidates, 'meaning', minDeviations)
  const scores = new Map<Candidate, number>()
  for (const ranked of [byWords, byMeaning]) {
    for (const [rank, candidate] of ranked.slice(0, limit * 4).entries()) {
      scores.set(candidate, (scores.get(candidate) ?? 0) + 1 / (fusion + rank))
    }
  }
  const found = [...scores].sort(([, a], [, b]) => b - a).map(([candidate]) => toPassage(candidate))
  return found.filter((passage, at) => found.findIndex((other) => isSame(passage, other)) === at).slice(0, limit)
}

function listCandidates(indexes: readonly PassageIndex[], isCandidate: (messageId: string) => boolean): Candidate[] {
  return indexes.flatMap((index) => {
    const allowed = index.messages.map((id) => isCandidate(id))
    return index.passages.flatMap(({ message }, at) => (allowed[message] ? [{ index, at, words: 0, meaning: 0 }] : []))
  })
}

/** Each term of the texts with its weight. */
function weighTerms(texts: readonly string[]): Map<number, number> {
  const weights = new Map<number, number>()
  for (const [age, text] of texts.entries()) {
    for (const term of new Set(readTerms(text).map(fnv1a))) {
      weights.set(term, Math.max(weights.get(term) ?? 0, olderTextShare ** age))
    }
  }
  return weights
}

function scoreWords(candidates: readonly Candidate[], weights: Map<number, number>): void {
  const total = candidates.reduce((sum, candidate) => sum + lengthOf(candidate), 0)
  const mean = total / Math.max(candidates.length, 1)
  for (const [term, weight] of weights) {
    const counts = candidates.map(({ index, at }) => countTerm(index, at, term))
    const matches = counts.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0)
    if (matches === 0) continue
    const rarity = Math.log(1 + (candidates.length - matches + 0.5) / (matches + 0.5))
    for (const [i, candidate] of candidates.entries()) {
      const count = counts[i] ?? 0
      if (count === 0) continue
      const norm = saturation * (1 - lengthShare + lengthShare * (lengthOf(candidate) / mean))
      candidate.words += weight * rarity * ((count * (saturation + 1)) / (count + norm))
    }
  }
}

/** Similarities as deviations from their mean: models differ in what they give to unrelated texts. */
function scoreMeaning(candidates: readonly Candidate[], vector: RecallQuery['vector']): void {
  if (vector === null) return
  const compared = candidates.filter(({ index }) => index.vectors?.space === vector.space)
  for (const candidate of compared) {
    const { vectors } = candidate.index
    if (vectors) candidate.meaning = similarity(vectors, candidate.at, vector.values)
  }
  const mean = compared.reduce((sum, { meaning }) => sum + meaning, 0) / Math.max(compared.length, 1)
  const variance = compared.reduce((sum, { meaning }) => sum + (meaning - mean) ** 2, 0) / Math.max(compared.length, 1)
  const deviation = Math.sqrt(variance) || 1
  for (const candidate of compared) candidate.meaning = (candidate.meaning - mean) / deviation
}

function rankBy(candidates: readonly Candidate[], field: 'words' | 'meaning', least: number): Candidate[] {
  return candidates.filter((candidate) => candidate[field] >= least).sort((a, b) => b[field] - a[field])
}

function lengthOf({ index, at }: Candidate): number {
  return index.passages[at]?.length ?? 0
}

function toPassage({ index, at }: Candidate): RankedPassage {
  const { message = 0, start = 0, end = 0 } = index.passages[at] ?? {}
  return { messageId: index.messages[message] ?? '', start, end }
}

function isSame(one: RankedPassage, other: RankedPassage): boolean {
  return one.messageId === other.messageId && one.start === other.start
}
