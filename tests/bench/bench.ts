export interface BenchOptions {
  /** The numbers of concurrent streams to measure. */
  streams: number[]
  /** How often each pair is measured; the table shows the median. */
  series: number
  /** The sizes of the database: how many characters and messages each has. */
  sizes: { characters: number; messages: number }[]
  databases: string[]
  /** The numbers of instances. */
  instances: number[]
}

/** One benchmark; `run` returns its results as a Markdown table. */
export interface Bench {
  name: string
  title: string
  run(options: BenchOptions): Promise<string>
}
