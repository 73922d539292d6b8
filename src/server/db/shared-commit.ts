import { sql, type Transaction } from 'kysely'
import type { Db } from './database.ts'
import type { Database } from './schema.ts'

/** Runs work in a transaction: it is committed whole and on disk when the promise resolves, or has left no trace. */
export type Transact = <T>(work: (trx: Transaction<Database>) => Promise<T>) => Promise<T>

interface Job {
  work(trx: Transaction<Database>): Promise<unknown>
  resolve(value: unknown): void
  reject(error: unknown): void
}

/**
 * Transactions that share their commits, for a database with one writer: those asked for in one turn of the event loop
 * run one after the other in a single transaction, each behind a savepoint of its own, and wait for the same fsync. The
 * busier the house, the more of them share; alone, one waits for nobody.
 */
export function createGroupCommit(db: Db): Transact {
  let waiting: Job[] = []
  let running = false

  async function run(): Promise<void> {
    running = true
    while (waiting.length > 0) {
      await new Promise((resolve) => setImmediate(resolve))
      const jobs = waiting
      waiting = []
      await commit(db, jobs)
    }
    running = false
  }

  return <T>(work: (trx: Transaction<Database>) => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ work, resolve: resolve as Job['resolve'], reject })
      if (!running) void run()
    })
}

async function commit(db: Db, jobs: Job[]): Promise<void> {
  const [only] = jobs
  if (only && jobs.length === 1) return db.transaction().execute(only.work).then(only.resolve, only.reject)
  const told: (() => void)[] = []
  try {
    await db.transaction().execute(async (trx) => {
      for (const job of jobs) {
        const tell = await behindSavepoint(trx, job)
        told.push(tell)
      }
    })
  } catch (error) {
    // Nothing was committed, so nobody may hear that their work was.
    for (const job of jobs) job.reject(error)
    return
  }
  for (const tell of told) tell()
}

async function behindSavepoint(trx: Transaction<Database>, job: Job): Promise<() => void> {
  await sql`savepoint job`.execute(trx)
  try {
    const value = await job.work(trx)
    await sql`release job`.execute(trx)
    return () => job.resolve(value)
  } catch (error) {
    await sql`rollback to job`.execute(trx)
    await sql`release job`.execute(trx)
    return () => job.reject(error)
  }
}
