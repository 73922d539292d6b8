export interface BenchOptions {
  /** The numbers of concurrent streams to measure. */
  streams: number[]
  /** How often each pair is measured; the table shows the median. */
  series: number
  /** The folder of another checkout, built, to compare with in turn. */
  against?: string
  /** How many messages are searched. */
  messages?: number
}

/** One benchmark; `run` returns its results as a Markdown table. */
export interface Bench {
  name: string
  title: string
  /** It takes many minutes and runs only when it is chosen. */
  isLong?: boolean
  run(options: BenchOptions): Promise<string>
}
