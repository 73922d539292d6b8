import { setTimeout as sleep } from 'node:timers/promises'

/** Waits for work, for a limited time. False when the time was over first; the work goes on. Rejects as the work does. */
export async function waitAtMost(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  const timeout = new AbortController()
  try {
    return await Promise.race([
      work.then(() => true),
      sleep(milliseconds, false, { signal: timeout.signal }).catch(() => false),
    ])
  } finally {
    timeout.abort()
  }
}
