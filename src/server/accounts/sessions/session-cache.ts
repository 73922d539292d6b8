import type { Context } from '#server/core/context.ts'
import { RecentRows } from '#server/core/recent-rows.ts'
import { findSession } from './queries.ts'

type SessionWithAccount = NonNullable<Awaited<ReturnType<typeof findSession>>>

/** Sessions that were read in the last second, with their accounts. */
export class SessionCache {
  readonly #context: Context
  readonly #sessions: RecentRows<SessionWithAccount>

  constructor(context: Context) {
    this.#context = context
    this.#sessions = new RecentRows(context.clock, context.accountsVersion)
  }

  find(id: string, secretHash: string): Promise<SessionWithAccount | undefined> {
    return this.#sessions.find(`${id} ${secretHash}`, () => findSession(this.#context.db, id, secretHash))
  }
}
