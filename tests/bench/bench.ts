export interface BenchOptions {
  /** The numbers of concurrent streams to measure. */
  streams: number[]
  /** How often each pair is measured; the table shows the median. */
  series: number
}

/** One benchmark; `run` returns its results as a Markdown table. */
export interface Bench {
  name: string
  title: string
  run(options: BenchOptions): Promise<string>
}
