import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import pLimit from 'p-limit'
import { ApiError } from './api-error.ts'

interface Bounds {
  /** How much work an instance has at once, with that which waits. */
  max: number
  maxPerAccount: number
  /** How much of it runs at once. */
  maxRunning: number
  /** The message of the error while there is too much. */
  message: string
}

/** Returns a function that runs work which can hold tens of MB, and throws `unavailable` while there is too much of it. */
export function boundWork({ max, maxPerAccount, maxRunning, message }: Bounds) {
  const queue = pLimit(maxRunning)
  const counts = new Map<string, number>()
  return async <T>(accountId: string, work: () => T | Promise<T>): Promise<T> => {
    const own = counts.get(accountId) ?? 0
    if (own >= maxPerAccount || queue.activeCount + queue.pendingCount >= max) {
      throw new ApiError('unavailable', { message, retryAfter: 5 })
    }
    counts.set(accountId, own + 1)
    try {
      return await queue(async () => {
        // Other requests are answered between two pieces of work.
        await setImmediate()
        return work()
      })
    } finally {
      const left = (counts.get(accountId) ?? 1) - 1
      if (left > 0) counts.set(accountId, left)
      else counts.delete(accountId)
    }
  }
}

/** Counts a stream as work from now until all of it was sent. Throws while there is too much of it. */
export function boundStream(run: ReturnType<typeof boundWork>, accountId: string, stream: Readable): Promise<void> {
  return new Promise((start, refuse) => {
    const send = async () => {
      start()
      await finished(stream)
    }
    run(accountId, send).catch(refuse)
  })
}
