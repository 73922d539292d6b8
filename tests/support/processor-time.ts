/** How long this thread computes while `run` runs, in milliseconds. Other work of the machine does not count. */
export function measureProcessorTime(run: () => unknown): number {
  const before = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
