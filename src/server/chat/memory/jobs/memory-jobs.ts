import type { Context } from '#server/core/context.ts'
import { schedule } from '#server/core/schedule.ts'
import { claimJobs, completeJob, endLeases, type JobRow, releaseJob, renewLease } from './queries.ts'

const second = 1_000
/** Milliseconds between two queries for jobs that another instance or a crash has left, or that are due for another attempt. */
const pollInterval = 5 * second
/** Another instance claims a job whose lease was not renewed for this long. */
export const leaseMs = 60 * second
const renewInterval = 20 * second
/** The most jobs that a process runs at once: they share the model and the thread with the replies. */
const maxRunning = 2
export const maxAttempts = 5
const firstRetry = 30 * second
const longestRetry = 3_600 * second

export interface RunningJob {
  row: JobRow
  signal: AbortSignal
  /** Whether a failure of this run is the last one. */
  isLastAttempt: boolean
}

/**
 * The queue of memory jobs. Jobs are rows: they survive a restart, and one instance at a time has the lease of a job. A
 * failed job is retried with growing delays; after the last attempt it is deleted, and a later reply adds it again.
 */
export class MemoryJobs {
  readonly #context: Context
  readonly #run: (job: RunningJob) => Promise<void>
  readonly #running = new Map<string, Promise<void>>()
  readonly #abort = new AbortController()
  #claiming: Promise<void> = Promise.resolve()

  constructor(context: Context, run: (job: RunningJob) => Promise<void>) {
    this.#context = context
    this.#run = run
  }

  /**
   * Claims jobs from now on. Returns a function that claims no more and releases those that run: another instance or the
   * next start continues them.
   */
  async start(): Promise<() => Promise<void>> {
    // Only one process uses an SQLite database, so leases of earlier processes are void.
    if (this.#context.dialect === 'sqlite') await endLeases(this.#context.db)
    const task = () => this.claim()
    const stopPolling = schedule(this.#context.log, { name: 'memory jobs', interval: pollInterval, task })
    return async () => {
      this.#abort.abort()
      await stopPolling()
      // A failed claim was logged.
      await this.#claiming.catch(() => {})
      await Promise.all(this.#running.values())
    }
  }

  /** To be called when a job was added. A failure is logged: the next query finds the job. */
  wake(): void {
    this.claim().catch((error: unknown) => this.#context.log.error({ err: error }, 'claiming memory jobs failed'))
  }

  /** Claims as many due jobs as may run. One claim at a time. */
  claim(): Promise<void> {
    this.#claiming = this.#claiming.catch(() => {}).then(() => this.#claimFree())
    return this.#claiming
  }

  /** Resolves when no job runs here. */
  async idle(): Promise<void> {
    await this.#claiming
    while (this.#running.size > 0) await Promise.all(this.#running.values())
  }

  async #claimFree(): Promise<void> {
    const { db, clock, ids } = this.#context
    const limit = maxRunning - this.#running.size
    if (limit <= 0 || this.#abort.signal.aborted) return
    const rows = await claimJobs(db, { leaseId: ids.uuid(), leaseMs, now: clock.now(), limit })
    for (const row of rows) {
      const running = this.#hold(row).finally(() => {
        if (this.#running.get(row.conversation_id) === running) this.#running.delete(row.conversation_id)
        if (!this.#abort.signal.aborted) void this.claim().catch(() => {})
      })
      this.#running.set(row.conversation_id, running)
    }
  }

  /** Runs a job while its lease is renewed. Never rejects. */
  async #hold(row: JobRow): Promise<void> {
    const { db, clock, log } = this.#context
    const lost = new AbortController()
    const renew = async () => {
      const isHeld = await renewLease(db, row, clock.now() + leaseMs).catch(() => true)
      if (!isHeld) lost.abort(new Error('the lease of the job is lost'))
    }
    const timer = setInterval(() => void renew(), renewInterval)
    timer.unref()
    const isLastAttempt = row.attempts >= maxAttempts
    try {
      await this.#run({ row, signal: AbortSignal.any([lost.signal, this.#abort.signal]), isLastAttempt })
      await completeJob(db, row, clock.now())
    } catch (error) {
      await this.#release(row, error).catch((err: unknown) => log.error({ err }, 'a memory job could not be released'))
    } finally {
      clearInterval(timer)
    }
  }

  async #release(row: JobRow, error: unknown): Promise<void> {
    const { db, clock, log } = this.#context
    const { attempts, conversation_id: conversation } = row
    // A shutdown is no failure.
    if (this.#abort.signal.aborted) return releaseJob(db, row, { dueAt: clock.now(), attempts: attempts - 1 })
    log.warn({ err: error, conversation, attempts }, 'a memory job failed')
    if (attempts >= maxAttempts) return completeJob(db, row, clock.now())
    const delay = Math.min(longestRetry, firstRetry * 4 ** (attempts - 1))
    await releaseJob(db, row, { dueAt: clock.now() + delay, attempts })
  }
}
