import type { Generated } from 'kysely'

export interface JobTables {
  jobs: JobsTable
}

export type JobKind = 'memory' | 'payment_event' | 'mail' | 'webhook'

/** Work that survives a restart. One instance at a time holds a job, while its lease lasts: see core/jobs/job-queue.ts. */
export interface JobsTable {
  kind: JobKind
  /** The conversation of a memory, the id of a payment event, the type and the account of a mail, a webhook and the conversation of its events. */
  key: string
  /** JSON. */
  payload: string
  attempts: Generated<number>
  due_at: number
  lease_id: Generated<string | null>
  leased_until: Generated<number>
  created_at: number
}
