import { type Selectable, sql } from 'kysely'
import type { Queryable } from '#server/db/database.ts'
import { deleteRows, hasRow, updateRows } from '#server/db/rows.ts'
import type { JobKind, JobsTable } from '#server/db/schema/jobs.ts'

export type { JobKind }
export type JobRow = Selectable<JobsTable> & { lease_id: string }

interface NewJob {
  kind: JobKind
  /** What the job is about: a kind has one job for a key. */
  key: string
  /** JSON. */
  payload: unknown
  now: number
}

/** Adds a job that is due now. One with this key that exists gets the new payload. */
export async function saveJob(db: Queryable, { kind, key, payload, now }: NewJob): Promise<void> {
  const json = JSON.stringify(payload)
  await db
    .insertInto('jobs')
    .values({ kind, key, payload: json, due_at: now, created_at: now })
    .onConflict((conflict) => conflict.columns(['kind', 'key']).doUpdateSet({ payload: json }))
    .execute()
}

/**
 * Claims up to `limit` jobs that are due and whose lease, if they had one, is over. Only one of several instances claims a
 * job: the condition is checked again on the row that is written.
 */
export async function claimJobs(
  db: Queryable,
  kind: JobKind,
  { leaseId, leaseMs, now, limit }: { leaseId: string; leaseMs: number; now: number; limit: number },
): Promise<JobRow[]> {
  const isFree = sql<boolean>`kind = ${kind} and due_at <= ${now} and leased_until <= ${now}`
  return db
    .updateTable('jobs')
    .set((eb) => ({ lease_id: leaseId, leased_until: now + leaseMs, attempts: eb('attempts', '+', 1) }))
    .where('key', 'in', (eb) => eb.selectFrom('jobs').select('key').where(isFree).orderBy('due_at').limit(limit))
    .where(isFree)
    .returningAll()
    .$narrowType<{ lease_id: string }>()
    .execute()
}

const held = ({ kind, key, lease_id }: JobRow) => ({ kind, key, lease_id })

/** Extends the lease. False when it is lost: another instance has the job, or it is gone. */
export const renewLease = (db: Queryable, job: JobRow, leasedUntil: number) =>
  updateRows(db, 'jobs', held(job), { leased_until: leasedUntil })

/** Ends a job. One that got another payload meanwhile is due again. */
export async function completeJob(db: Queryable, job: JobRow, now: number): Promise<void> {
  const isDeleted = (await deleteRows(db, 'jobs', { ...held(job), payload: job.payload })) > 0
  if (!isDeleted) await releaseJob(db, job, { dueAt: now, attempts: 0 })
}

/** Ends the lease of a job, which is due again at `dueAt`. */
export const releaseJob = (db: Queryable, job: JobRow, { dueAt, attempts }: { dueAt: number; attempts: number }) =>
  updateRows(db, 'jobs', held(job), { lease_id: null, leased_until: 0, due_at: dueAt, attempts })

/** Ends the lease of the job with this key: what it does now no longer counts. */
export const interruptJob = (db: Queryable, kind: JobKind, key: string) =>
  updateRows(db, 'jobs', { kind, key }, { lease_id: null, leased_until: 0 })

/** Frees all jobs of a kind that are held. */
export async function endLeases(db: Queryable, kind: JobKind): Promise<void> {
  const free = db.updateTable('jobs').set({ lease_id: null, leased_until: 0 })
  await free.where('kind', '=', kind).where('leased_until', '>', 0).execute()
}

export interface DueJobs {
  kind: JobKind
  count: number
  /** Milliseconds since the oldest was due. */
  dueFor: number
}

/** The jobs of each kind that are due and that nobody runs. */
export async function countDueJobs(db: Queryable, now: number): Promise<DueJobs[]> {
  const rows = await db
    .selectFrom('jobs')
    .select((eb) => ['kind', eb.fn.countAll<number>().as('count'), eb.fn.min('due_at').as('oldest')])
    .where('due_at', '<=', now)
    .where('leased_until', '<=', now)
    .groupBy('kind')
    .execute()
  return rows.map(({ kind, count, oldest }) => ({ kind, count: Number(count), dueFor: now - Number(oldest) }))
}

export const hasJob = (db: Queryable, kind: JobKind, key: string) => hasRow(db, 'jobs', { kind, key })
