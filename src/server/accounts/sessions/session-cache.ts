import type { Context } from '#server/core/context.ts'
import { findSession } from './queries.ts'

type SessionWithAccount = NonNullable<Awaited<ReturnType<typeof findSession>>>

/** Milliseconds after which a change by another process (`npm run admin`) takes effect at the latest. */
export const sessionCacheTtl = 1_000

/**
 * Sessions that were read in the last second, with their accounts. Any write of this process to an account or a session
 * empties it, so that a logout, a new password or another account type takes effect with the statement that makes it.
 */
export class SessionCache {
  readonly #context: Context
  readonly #sessions = new Map<string, SessionWithAccount>()
  #version: number | null = null
  #since = 0

  constructor(context: Context) {
    this.#context = context
  }

  async find(id: string, secretHash: string): Promise<SessionWithAccount | undefined> {
    const { db, clock, accountsVersion } = this.#context
    const version = accountsVersion()
    if (version === null) return findSession(db, id, secretHash)
    if (version !== this.#version || clock.elapsed() - this.#since >= sessionCacheTtl) {
      this.#sessions.clear()
      this.#version = version
      this.#since = clock.elapsed()
    }
    const key = `${id} ${secretHash}`
    const known = this.#sessions.get(key)
    if (known) return known
    const session = await findSession(db, id, secretHash)
    // After a write during the read, the session may be from before the write.
    if (session && accountsVersion() === version && this.#version === version) this.#sessions.set(key, session)
    return session
  }
}
