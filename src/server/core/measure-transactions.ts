import type { DatabaseAccess } from '#server/db/database.ts'
import type { Clock } from './clock.ts'
import type { Metrics } from './metrics.ts'
import { noSpan, type Tracer } from './tracer.ts'

interface Measuring {
  metrics: Metrics
  tracer: Tracer
  clock: Clock
}

/** The database, with the time of each transaction counted. One within a span becomes a span too. */
export function measureTransactions(access: DatabaseAccess, { metrics, tracer, clock }: Measuring): DatabaseAccess {
  const attributes = { 'db.system.name': access.dialect === 'sqlite' ? 'sqlite' : 'postgresql' }
  const measure = async <T>(run: () => Promise<T>): Promise<T> => {
    const span = tracer.isActive ? tracer.startSpan('client', 'database transaction', attributes) : noSpan
    const startedAt = clock.elapsed()
    let failure: string | null = 'rolled_back'
    try {
      const result = await span.run(run)
      failure = null
      return result
    } finally {
      metrics.transactionSeconds.observe((clock.elapsed() - startedAt) / 1_000)
      span.end({}, failure)
    }
  }
  return {
    ...access,
    transact: (work) => measure(() => access.transact(work)),
    transactUnsynced: (work) => measure(() => access.transactUnsynced(work)),
  }
}
