/** Waiting for the network: longer after each failure, never all at once, and not a moment longer than needed. */

const firstWait = 400
const longestWait = 15_000

/** Exponential, with jitter: between half and all of 0.4 s, 0.8 s, 1.6 s … 15 s. */
export function backoff(failures: number, random: () => number = Math.random): number {
  const full = Math.min(longestWait, firstWait * 2 ** (failures - 1))
  return full * (0.5 + random() / 2)
}

/** Where the browser says that the network is back. */
const browser: EventTarget | null = typeof window === 'undefined' ? null : window

/** Resolves after `ms`, or at once when the network is back or `signal` aborts. */
export function pause(ms: number, signal: AbortSignal, network: EventTarget | null = browser): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', wake)
      network?.removeEventListener('online', wake)
      resolve()
    }
    const timer = setTimeout(wake, ms)
    signal.addEventListener('abort', wake)
    network?.addEventListener('online', wake)
    if (signal.aborted) wake()
  })
}
