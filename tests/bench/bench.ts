export interface BenchOptions {
  /** Numbers of streams that are live at once. */
  streams: number[]
  /** How often each pair is measured; the middle is told. */
  series: number
}

/** One thing measured, by itself, and told as a table. */
export interface Bench {
  name: string
  title: string
  run(options: BenchOptions): Promise<string>
}
