import { type Selectable, sql } from 'kysely'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Queryable } from '#server/db/database.ts'
import type { MemoryJobsTable } from '#server/db/schema/memory.ts'

export type JobRow = Selectable<MemoryJobsTable> & { conversation_id: OwnConversationId; lease_id: string }

interface NewJob {
  conversationId: string
  leafId: string
  historyTokens: number
  now: number
}

/** Adds the job of a conversation, unless that was deleted meanwhile. A job that exists gets the newer end of the path. */
export async function saveJob(db: Queryable, { conversationId, leafId, historyTokens, now }: NewJob): Promise<void> {
  await sql`insert into memory_jobs (conversation_id, leaf_id, history_tokens, due_at, created_at)
    select id, ${leafId}, cast(${historyTokens} as integer), cast(${now} as bigint), cast(${now} as bigint)
    from conversations where id = ${conversationId}
    on conflict (conversation_id) do update set leaf_id = excluded.leaf_id, history_tokens = excluded.history_tokens`.execute(
    db,
  )
}

/**
 * Claims up to `limit` jobs that are due and whose lease, if they had one, is over. Only one of several instances claims a
 * job: the condition is checked again on the row that is written.
 */
export async function claimJobs(
  db: Queryable,
  { leaseId, leaseMs, now, limit }: { leaseId: string; leaseMs: number; now: number; limit: number },
): Promise<JobRow[]> {
  const isFree = sql<boolean>`due_at <= ${now} and leased_until <= ${now}`
  return db
    .updateTable('memory_jobs')
    .set((eb) => ({ lease_id: leaseId, leased_until: now + leaseMs, attempts: eb('attempts', '+', 1) }))
    .where('conversation_id', 'in', (eb) =>
      eb.selectFrom('memory_jobs').select('conversation_id').where(isFree).orderBy('due_at').limit(limit),
    )
    .where(isFree)
    .returningAll()
    .$narrowType<{ conversation_id: OwnConversationId; lease_id: string }>()
    .execute()
}

const isHeld = ({ conversation_id, lease_id }: JobRow) =>
  sql<boolean>`conversation_id = ${conversation_id} and lease_id = ${lease_id}`

/** Extends the lease. False when it is lost: another instance has the job, or it is gone. */
export async function renewLease(db: Queryable, job: JobRow, leasedUntil: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('memory_jobs')
    .set({ leased_until: leasedUntil })
    .where(isHeld(job))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends a job. One whose path has become longer meanwhile is due again. */
export async function completeJob(db: Queryable, job: JobRow, now: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('memory_jobs')
    .where(isHeld(job))
    .where('leaf_id', '=', job.leaf_id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) await releaseJob(db, job, { dueAt: now, attempts: 0 })
}

/** Ends the lease of a job, which is due again at `dueAt`. */
export async function releaseJob(db: Queryable, job: JobRow, { dueAt, attempts }: { dueAt: number; attempts: number }) {
  await db
    .updateTable('memory_jobs')
    .set({ lease_id: null, leased_until: 0, due_at: dueAt, attempts })
    .where(isHeld(job))
    .execute()
}

/** Frees all jobs that are held. */
export async function endLeases(db: Queryable): Promise<void> {
  await db.updateTable('memory_jobs').set({ lease_id: null, leased_until: 0 }).where('leased_until', '>', 0).execute()
}

export async function hasJob(db: Queryable, conversationId: OwnConversationId): Promise<boolean> {
  const job = await db
    .selectFrom('memory_jobs')
    .select('conversation_id')
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst()
  return job !== undefined
}

/** The conversation of a job; undefined if it is deleted. */
export function findJobConversation(db: Queryable, conversationId: OwnConversationId) {
  return db
    .selectFrom('conversations')
    .select([
      'id',
      'user_id',
      'character_id',
      'has_memory',
      'memory_version',
      'turn_order',
      'content_rating',
      'persona_id',
    ])
    .where('id', '=', conversationId)
    .where('deleted_at', 'is', null)
    .$narrowType<{ id: OwnConversationId }>()
    .executeTakeFirst()
}
