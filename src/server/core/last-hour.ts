import type { Counter, Histogram } from 'prom-client'

interface Watched {
  metric: Counter | Histogram
  /** The labels that are told apart. Values that differ only in others are added up. */
  by: string[]
}

interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

const snapshots = 12
/** Milliseconds between two snapshots, of which the oldest is an hour old. */
export const snapshotInterval = 3_600_000 / snapshots

/** What counters and histograms have counted in the last hour, for those who have no Prometheus. */
export class LastHour {
  readonly #watched: Watched[]
  readonly #snapshots: Map<string, number>[] = []

  constructor(watched: Watched[]) {
    this.#watched = watched
  }

  async takeSnapshot(): Promise<void> {
    const values = [...(await this.#read())].map(([key, { value }]) => [key, value] as const)
    this.#snapshots.push(new Map(values))
    if (this.#snapshots.length > snapshots) this.#snapshots.shift()
  }

  async read(): Promise<Figures> {
    const before = this.#snapshots[0]
    const samples = [...(await this.#read())].map(([key, sample]) => {
      return { ...sample, value: sample.value - (before?.get(key) ?? 0) }
    })
    return new Figures(samples)
  }

  async #read(): Promise<Map<string, Sample>> {
    const samples = new Map<string, Sample>()
    for (const { metric, by } of this.#watched) {
      for (const { labels, value, ...own } of (await metric.get()).values) {
        const name = 'metricName' in own ? String(own.metricName) : Reflect.get(metric, 'name')
        const kept = Object.entries(labels).filter(([label]) => label === 'le' || by.includes(label))
        const key = `${name} ${kept.join()}`
        const known = samples.get(key)
        if (known) known.value += value
        else
          samples.set(key, {
            name,
            labels: Object.fromEntries(kept.map(([label, text]) => [label, String(text)])),
            value,
          })
      }
    }
    return samples
  }
}

/** Counts of a period. */
export class Figures {
  readonly #samples: Sample[]

  constructor(samples: Sample[]) {
    this.#samples = samples
  }

  /** The counts of a counter, by one of its labels. */
  countBy(name: string, label: string): { label: string; count: number }[] {
    return this.#samples
      .filter((sample) => sample.name === name && sample.value > 0)
      .map(({ labels, value }) => ({ label: labels[label] ?? '', count: value }))
  }

  /**
   * A quantile of a histogram in seconds, null without a value: interpolated in its bucket, as Prometheus does. What is
   * above the last bucket counts as its bound.
   */
  quantile(name: string, share: number, labels: Record<string, string> = {}): number | null {
    const buckets = this.#samples
      .filter((sample) => sample.name === `${name}_bucket`)
      .filter((sample) => Object.entries(labels).every(([label, value]) => sample.labels[label] === value))
      .map((sample) => ({ bound: Number(sample.labels.le?.replace('+Inf', 'Infinity')), count: sample.value }))
      .toSorted((a, b) => a.bound - b.bound)
    const wanted = share * (buckets.at(-1)?.count ?? 0)
    const index = buckets.findIndex(({ count }) => count >= wanted)
    const bucket = buckets[index]
    if (wanted === 0 || bucket === undefined) return null
    const below = buckets[index - 1] ?? { bound: 0, count: 0 }
    if (bucket.bound === Number.POSITIVE_INFINITY) return below.bound
    return below.bound + ((bucket.bound - below.bound) * (wanted - below.count)) / (bucket.count - below.count)
  }
}
