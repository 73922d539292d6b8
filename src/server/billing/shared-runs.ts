/**
 * Runs work one at a time per key. Callers that arrive during a run share the next one, so each result was read after its
 * caller asked: a hundred concurrent calls make two runs.
 */
export class SharedRuns {
  readonly #current = new Map<string, Promise<unknown>>()
  readonly #next = new Map<string, Promise<unknown>>()

  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const current = this.#current.get(key)
    if (!current) return this.#start(key, work)
    const shared = this.#next.get(key) as Promise<T> | undefined
    if (shared) return shared
    const startNext = () => {
      this.#next.delete(key)
      return this.#start(key, work)
    }
    const next = current.then(startNext, startNext)
    this.#next.set(key, next)
    return next
  }

  #start<T>(key: string, work: () => Promise<T>): Promise<T> {
    const run = work().finally(() => {
      if (this.#current.get(key) === run) this.#current.delete(key)
    })
    this.#current.set(key, run)
    return run
  }
}
