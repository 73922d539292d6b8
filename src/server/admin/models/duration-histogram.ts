/**
 * Counts durations in buckets whose bounds grow by a tenth, so that hours and processes can be added up and the median
 * is at most 5 % off.
 */
export class DurationHistogram {
  readonly #counts = new Map<number, number>()

  add(milliseconds: number): void {
    this.#count(Math.round(Math.log(Math.max(milliseconds, 1)) / Math.log(growth)), 1)
  }

  /** Adds what `toJson` wrote. */
  addJson(json: string): void {
    for (const [bucket, count] of JSON.parse(json) as [number, number][]) this.#count(bucket, count)
  }

  toJson(): string {
    return JSON.stringify([...this.#counts])
  }

  /** Milliseconds, or null while there are none. */
  get median(): number | null {
    const total = [...this.#counts.values()].reduce((sum, count) => sum + count, 0)
    let below = 0
    for (const [bucket, count] of [...this.#counts].sort(([a], [b]) => a - b)) {
      below += count
      if (below * 2 >= total) return Math.round(growth ** bucket)
    }
    return null
  }

  #count(bucket: number, count: number): void {
    this.#counts.set(bucket, (this.#counts.get(bucket) ?? 0) + count)
  }
}

const growth = 1.1
