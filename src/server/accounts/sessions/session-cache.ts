import { hash } from 'node:crypto'
import type { Context } from '#server/core/context.ts'
import { RecentRows } from '#server/core/recent-rows.ts'
import { findSession } from './queries.ts'

type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>

export interface Session {
  /** Shared by the requests of a second: it must not be changed. */
  viewer: Omit<SessionRow, 'last_seen_at'>
  lastSeenAt: number
}

/** Sessions that were read in the last second, with their accounts. */
export class SessionCache {
  readonly #context: Context
  readonly #sessions: RecentRows<Session>

  constructor(context: Context) {
    this.#context = context
    this.#sessions = new RecentRows(context.clock, context.accountsVersion)
  }

  /** By the secret itself: the hash, by which the database knows it, would be computed for each request. */
  find(id: string, secret: string): Promise<Session | undefined> {
    return this.#sessions.find(`${id}.${secret}`, async () => {
      const row = await findSession(this.#context.db, id, hashSecret(secret))
      if (!row) return undefined
      const { last_seen_at: lastSeenAt, ...viewer } = row
      return { viewer, lastSeenAt }
    })
  }
}

/** What the database stores of a session's secret. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex')
}
