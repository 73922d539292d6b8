/** What was begun last for each key. */
const last = new Map<string, Promise<void>>()

/**
 * Runs work with the same key one after the other in this process. Transactions that wait for the same row would each hold
 * a connection of the pool meanwhile, and everything else would wait for them.
 */
export async function oneAtATime<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
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
