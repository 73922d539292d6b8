import { diffLines, diffWordsWithSpace } from 'diff'

/** The words that only one text has, and the words after them that both have. */
export interface Difference {
  /** The position in both texts together; unique. */
  start: number
  removed: string
  added: string
  same: string
}

/** Fewer words in common than this between two changes are part of the change: single words would be hard to read. */
const minCommonWords = 3

/** The most words by which two texts may differ to be compared by words (7,000 take 15 seconds); else by lines. */
const limit = { maxEditLength: 2_000 }

export function findDifferences(before: string, after: string): Difference[] {
  const differences: Difference[] = []
  let start = 0
  const next = () => {
    const difference = { start, removed: '', added: '', same: '' }
    differences.push(difference)
    return difference
  }
  let current = next()
  const parts = diffWordsWithSpace(before, after, limit) ?? diffLines(before, after, limit) ?? wholly(before, after)
  for (const [index, { value, added, removed }] of parts.entries()) {
    start += value.length
    if (!added && !removed) {
      const isShort = value.split(/\s+/).filter(Boolean).length < minCommonWords
      const isBetween = index > 0 && index < parts.length - 1
      if (!isShort || !isBetween) current.same += value
      else {
        current.removed += value
        current.added += value
      }
      continue
    }
    if (current.same !== '') current = next()
    if (added) current.added += value
    else current.removed += value
  }
  return differences
}

const wholly = (before: string, after: string) => [
  { value: before, removed: true, added: false },
  { value: after, removed: false, added: true },
]
