import { performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

/** The server is idle when less than this part of the interval was work. */
const idleUtilization = 0.05
/** Bytes of new objects that are worth a collection. */
const leastGrowth = 16 * 1024 * 1024

/**
 * Collects garbage while the server is idle, if Node was started with `--expose-gc`. V8 waits until the heap has grown to
 * several times its size: without this, the memory after the start and after a busy time stays in use for as long as
 * little happens. A collection takes 0.05 to 0.2 seconds. `checkInterval`: milliseconds.
 */
export function collectWhenIdle(checkInterval = 3_000): void {
  const { gc } = globalThis
  if (!gc) return
  let used = 0
  let since = performance.eventLoopUtilization()
  const check = () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, since)
    since = now
    if (utilization > idleUtilization || getHeapStatistics().used_heap_size < used + leastGrowth) return
    // The first time also the code that only the start needs. Later this would make the next requests slower.
    gc({ type: 'major', execution: 'sync', flavor: used === 0 ? 'last-resort' : 'regular' })
    used = getHeapStatistics().used_heap_size
  }
  setInterval(check, checkInterval).unref()
}
