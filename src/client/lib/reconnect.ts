/** Milliseconds. */
const delays = { first: 400, longest: 15_000 }

/** Exponential backoff with jitter: between half and all of 0.4 s, 0.8 s, 1.6 s … 15 s. */
export function backoff(failures: number, random: () => number = Math.random, { first, longest } = delays): number {
  const full = Math.min(longest, first * 2 ** (failures - 1))
  return full * (0.5 + random() / 2)
}

/** The target of the browser's `online` event. */
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
