import type { Context } from '#server/core/context.ts'
import { schedule } from '#server/core/schedule.ts'
import type { AuditHead } from '#shared/audit.ts'
import { emptyHash } from './chain.ts'
import { findLastEntry } from './queries.ts'

/** The end of the audit log now. */
export async function readHead({ db, clock }: Context): Promise<AuditHead> {
  const last = await findLastEntry(db)
  return { seq: last?.seq ?? 0, hash: last?.hash ?? emptyHash, at: clock.now() }
}

const interval = 60 * 60_000

/**
 * Logs the end of the audit log every hour when it has grown: an operator who keeps the logs elsewhere can prove later what
 * the audit log contained. Returns a function that stops it.
 */
export function scheduleHeadLog(context: Context): () => Promise<void> {
  let logged = 0
  const task = async () => {
    const { seq, hash } = await readHead(context)
    if (seq > logged) context.log.info({ seq, hash }, 'end of the audit log')
    logged = seq
  }
  return schedule(context.log, { name: 'logging the end of the audit log', interval, task })
}
