import type { ModelProvider } from '#server/providers/models/provider.ts'
import type { Db, Queryable, Transact } from '../db/database.ts'
import type { Dialect } from '../db/dialect.ts'
import type { Bus } from './bus.ts'
import type { Clock } from './clock.ts'
import type { Env } from './env.ts'
import type { Ids } from './ids.ts'
import type { Logger } from './log.ts'

export type { Db, Queryable }

/** What every operation is given: the instance's settings, services, clock and ids. */
export interface Context {
  readonly env: Env
  readonly db: Db
  readonly dialect: Dialect
  /** Runs a transaction: every write of more than one statement uses it. */
  readonly transact: Transact
  /** Resolves when every commit made before the call is on disk. */
  readonly synced: () => Promise<void>
  readonly clock: Clock
  readonly ids: Ids
  readonly bus: Bus
  readonly log: Logger
  readonly model: ModelProvider
}
