/** The last work for each key, settled once it has ended. */
const last = new Map<string, Promise<void>>()

/**
 * Runs work with the same key one at a time in this process. Otherwise each transaction that waits for the same
 * row would occupy a connection of the pool, and other requests would find none free.
 */
export async function runExclusive<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const result = (last.get(key) ?? Promise.resolve()).then(work)
  const settled = result.then(
    () => {},
    () => {},
  )
  last.set(key, settled)
  try {
    return await result
  } finally {
    if (last.get(key) === settled) last.delete(key)
  }
}
