import { performance } from 'node:perf_hooks'
import type { Counter, Histogram } from 'prom-client'

/** By the name of a sample, and the label that tells its values apart: `troupe_http_requests_total 200`. */
type Sums = Map<string, number>

/** The mean of a histogram of seconds, in milliseconds with two digits; null if nothing was counted. */
export function meanOf(sums: Sums, name: string): number | null {
  const [seconds = 0, count = 0] = ['sum', 'count'].map((sample) => sums.get(`${name}_${sample}`))
  return count === 0 ? null : Number(((seconds / count) * 1_000).toPrecision(2))
}

const snapshots = 12
/** Milliseconds between two snapshots, of which the oldest is an hour old. */
export const snapshotInterval = 3_600_000 / snapshots

/** What was counted in the last hour, for those who have no Prometheus. */
export class LastHour {
  readonly #metrics: (Counter | Histogram)[]
  readonly #snapshots: Sums[] = []

  constructor(metrics: (Counter | Histogram)[]) {
    this.#metrics = metrics
  }

  async takeSnapshot(): Promise<void> {
    this.#snapshots.push(await this.#readSums())
    if (this.#snapshots.length > snapshots) this.#snapshots.shift()
  }

  async read(): Promise<Sums> {
    const before = this.#snapshots[0]
    const sums = await this.#readSums()
    for (const [key, sum] of sums) sums.set(key, sum - (before?.get(key) ?? 0))
    return sums
  }

  async #readSums(): Promise<Sums> {
    const { active, idle } = performance.eventLoopUtilization()
    const sums: Sums = new Map([
      ['active', active],
      ['idle', idle],
    ])
    for (const metric of this.#metrics) {
      const { name, values } = await metric.get()
      for (const { labels, value, ...own } of values) {
        const key = `${'metricName' in own ? own.metricName : name} ${labels.status ?? labels.kind ?? ''}`.trim()
        sums.set(key, (sums.get(key) ?? 0) + value)
      }
    }
    return sums
  }
}
