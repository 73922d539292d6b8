import type { Clock } from './clock.ts'

/** Milliseconds after which a change by another process (`npm run admin`) takes effect at the latest. */
export const recentRowsTtl = 1_000

/**
 * Rows that were read in the last second. It is emptied when `version` differs, which every write of this process to
 * their tables changes, so that a change takes effect with the statement that makes it. With a version of null, as on
 * PostgreSQL, every call reads.
 */
export class RecentRows<Row> {
  readonly #clock: Clock
  readonly #currentVersion: () => number | null
  readonly #rows = new Map<string, Row>()
  #version: number | null = null
  #since = 0

  constructor(clock: Clock, version: () => number | null) {
    this.#clock = clock
    this.#currentVersion = version
  }

  /** The row of this key, which `read` reads if it is not cached. Missing rows are not cached. */
  async find(key: string, read: () => Promise<Row | undefined>): Promise<Row | undefined> {
    const version = this.#currentVersion()
    if (version === null) return read()
    const now = this.#clock.elapsed()
    if (version !== this.#version || now - this.#since >= recentRowsTtl) {
      this.#rows.clear()
      this.#version = version
      this.#since = now
    }
    const known = this.#rows.get(key)
    if (known) return known
    const row = await read()
    // After a write during the read, the row may be from before the write.
    if (row && this.#currentVersion() === version && this.#version === version) this.#rows.set(key, row)
    return row
  }
}
