import type { Context } from '../context.ts'
import { schedule } from '../schedule.ts'
import { claimJobs, completeJob, endLeases, type JobKind, type JobRow, releaseJob, renewLease } from './queries.ts'

const second = 1_000
const defaultPollInterval = 5 * second
/** Another instance claims a job whose lease was not renewed for this long. */
export const leaseMs = 15 * second
const renewInterval = 5 * second
const firstRetry = 30 * second
const longestRetry = 3_600 * second

export interface RunningJob<Payload = unknown> {
  row: JobRow
  payload: Payload
  signal: AbortSignal
  /** Whether a failure of this run is the last one. */
  isLastAttempt: boolean
}

interface JobQueueOptions<Payload> {
  kind: JobKind
  /** The most jobs that a process runs at once. */
  maxRunning: number
  /** After that many failures a job is deleted. */
  maxAttempts: number
  /** Milliseconds between two queries for jobs that are due, were added elsewhere, or were left by a crash. */
  pollInterval?: number
  /** Rejects, or resolves with a text that says why, where the job is to be tried again. */
  run: (job: RunningJob<Payload>) => Promise<unknown>
}

/**
 * The queue of one kind of jobs. Jobs are rows: they survive a restart, and one instance at a time has the lease of a job. A
 * failed job is tried again after 30 seconds, 2, 8 and 32 minutes, and then every hour.
 */
export class JobQueue<Payload> {
  readonly #context: Context
  readonly #options: JobQueueOptions<Payload>
  readonly #running = new Map<string, Promise<void>>()
  readonly #abort = new AbortController()
  #claiming: Promise<void> = Promise.resolve()

  constructor(context: Context, options: JobQueueOptions<Payload>) {
    this.#context = context
    this.#options = options
  }

  /**
   * Claims jobs from now on. Returns a function that claims no more and releases those that run: another instance or the
   * next start continues them.
   */
  async start(): Promise<() => Promise<void>> {
    const { db, dialect, log } = this.#context
    const { kind, pollInterval: interval = defaultPollInterval } = this.#options
    // Only one process uses an SQLite database, so leases of earlier processes are void.
    if (dialect === 'sqlite') await endLeases(db, kind)
    const stopPolling = schedule(log, { name: `jobs (${kind})`, interval, task: () => this.claim() })
    return async () => {
      this.#abort.abort()
      await stopPolling()
      await this.idle()
    }
  }

  /** To be called when a job was added. A failure is logged: the next query finds the job. */
  wake(): void {
    this.claim().catch((error: unknown) =>
      this.#context.log.error({ err: error }, `claiming jobs (${this.#options.kind}) failed`),
    )
  }

  /** Claims as many due jobs as may run. One claim at a time. */
  claim(): Promise<void> {
    this.#claiming = this.#claiming.catch(() => {}).then(() => this.#claimFree())
    return this.#claiming
  }

  /** Resolves when no job runs here. */
  async idle(): Promise<void> {
    for (let seen: Promise<void> | null = null; seen !== this.#claiming; ) {
      seen = this.#claiming
      // A failed claim was logged.
      await seen.catch(() => {})
      await Promise.all(this.#running.values())
    }
  }

  async #claimFree(): Promise<void> {
    const { db, clock, ids } = this.#context
    const { kind, maxRunning } = this.#options
    const limit = maxRunning - this.#running.size
    if (limit <= 0 || this.#abort.signal.aborted) return
    const rows = await claimJobs(db, kind, { leaseId: ids.uuid(), leaseMs, now: clock.now(), limit })
    for (const row of rows) {
      const running = this.#hold(row).finally(() => {
        if (this.#running.get(row.key) === running) this.#running.delete(row.key)
        if (!this.#abort.signal.aborted) this.wake()
      })
      this.#running.set(row.key, running)
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
    const signal = AbortSignal.any([lost.signal, this.#abort.signal])
    const isLastAttempt = row.attempts >= this.#options.maxAttempts
    try {
      const reason = await this.#options.run({
        row,
        payload: JSON.parse(row.payload) as Payload,
        signal,
        isLastAttempt,
      })
      if (typeof reason === 'string') await this.#release(row, { reason })
      else await completeJob(db, row, clock.now())
    } catch (error) {
      await this.#release(row, { err: error }).catch((err: unknown) =>
        log.error({ err }, 'a job could not be released'),
      )
    } finally {
      clearInterval(timer)
    }
  }

  async #release(row: JobRow, failure: { err: unknown } | { reason: string }): Promise<void> {
    const { db, clock, log, metrics } = this.#context
    const { attempts, kind, key } = row
    const isGivenUp = attempts >= this.#options.maxAttempts
    // A shutdown is no failure.
    if (this.#abort.signal.aborted)
      return void (await releaseJob(db, row, { dueAt: clock.now(), attempts: attempts - 1 }))
    log.warn({ ...failure, job: kind, key, attempts }, 'a job failed')
    metrics.jobFailures.inc({ kind, result: isGivenUp ? 'given_up' : 'retry' })
    if (isGivenUp) return completeJob(db, row, clock.now())
    const delay = Math.min(longestRetry, firstRetry * 4 ** (attempts - 1))
    await releaseJob(db, row, { dueAt: clock.now() + delay, attempts })
  }
}
