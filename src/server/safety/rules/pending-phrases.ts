import type { Occurrence } from './occurrence.ts'

/** Phrases that an exception may still cancel. A phrase counts or not once no more exceptions can begin before its end. */
export class PendingPhrases {
  /** Sorted by start, like the exceptions. */
  #phrases: Occurrence[] = []
  #exceptions: Occurrence[] = []

  /**
   * Adds what was found after everything that was added before. Returns the phrases that are decided and overlap no exception.
   *
   * @param settled everything that begins before it has been found
   */
  add(found: readonly Occurrence[], settled: number): Occurrence[] {
    const phrases = this.#phrases.concat(found.filter(({ isException }) => !isException))
    this.#exceptions = this.#exceptions.concat(found.filter(({ isException }) => isException))
    const undecided = phrases.findIndex(({ end }) => end > settled)
    const count = undecided === -1 ? phrases.length : undecided
    const decided = withoutExceptions(phrases.slice(0, count), this.#exceptions)
    this.#phrases = phrases.slice(count)
    const needed = Math.min(settled, this.#phrases[0]?.start ?? settled)
    this.#exceptions = this.#exceptions.filter(({ end }) => end > needed)
    return decided
  }

  /** The offset from which undecided phrases are held back. */
  get heldFrom(): number {
    return this.#phrases.reduce((held, { heldFrom }) => Math.min(held, heldFrom), Number.POSITIVE_INFINITY)
  }
}

/** The phrases that overlap no exception of their cue. Both lists are sorted by start. */
function withoutExceptions(phrases: Occurrence[], exceptions: Occurrence[]): Occurrence[] {
  if (phrases.length === 0 || exceptions.length === 0) return phrases
  const reached = new Map([...Map.groupBy(exceptions, ({ cue }) => cue)].map(([cue, ofCue]) => [cue, reachOf(ofCue)]))
  return phrases.filter(({ cue, start, end }) => {
    const before = reached.get(cue)
    if (!before) return true
    // Of the exceptions that begin before this ends, none may end after this begins.
    const count = countBelow(before.starts, end)
    return count === 0 || (before.ends[count - 1] ?? 0) <= start
  })
}

/** The starts of phrases, and for each the greatest end among it and those before it. */
function reachOf(phrases: Occurrence[]): { starts: number[]; ends: number[] } {
  let reached = Number.NEGATIVE_INFINITY
  const ends = phrases.map(({ end }) => (reached = Math.max(reached, end)))
  return { starts: phrases.map(({ start }) => start), ends }
}

/** How many of the sorted numbers are below a limit. */
function countBelow(sorted: number[], limit: number): number {
  let low = 0
  for (let high = sorted.length; low < high; ) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < limit) low = middle + 1
    else high = middle
  }
  return low
}
