import { seededRandom } from '#engine/seeded-random.ts'

/** Deterministic random choices: the same seed gives the same sequence. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number
  /** True with the given probability. */
  chance(probability: number): boolean
  shuffle<T>(items: readonly T[]): T[]
}

export function createRandom(seed: string): Random {
  const next = seededRandom(seed)
  return {
    next,
    chance: (probability) => next() < probability,
    shuffle: (items) =>
      items
        .map((item) => ({ item, key: next() }))
        .sort((a, b) => a.key - b.key)
        .map(({ item }) => item),
  }
}
