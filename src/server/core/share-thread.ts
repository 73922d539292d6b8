import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '#server/core/clock.ts'

/** Milliseconds of work after which others get as much of the thread. */
const workMs = 10
const longestPause = 100

/**
 * Returns a function to call in long work, again and again: when the work has taken 10 ms since the last pause, it waits as long
 * as that. A message that somebody else sends needs several turns of the event loop, between which this work would run.
 */
export function shareThread(clock: Clock): () => Promise<void> {
  let startedAt = clock.elapsed()
  return async () => {
    const taken = clock.elapsed() - startedAt
    if (taken < workMs) return
    await sleep(Math.min(taken, longestPause))
    startedAt = clock.elapsed()
  }
}
