import type { Logger } from './log.ts'

/**
 * Runs a task now and then every `interval` milliseconds, one run at a time. A failed run is logged, and the next one
 * happens all the same. Returns a function that stops it, aborts the signal and waits for a run in progress.
 */
export function schedule(
  log: Logger,
  { name, interval, task }: { name: string; interval: number; task: (stopping: AbortSignal) => Promise<unknown> },
): () => Promise<void> {
  const stopping = new AbortController()
  let running: Promise<void> | null = null
  const run = () => {
    running ??= task(stopping.signal)
      .then(
        () => {},
        (error: unknown) => log.error({ err: error }, `${name} failed`),
      )
      .finally(() => {
        running = null
      })
  }
  run()
  const timer = setInterval(run, interval)
  timer.unref()
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await running
  }
}
