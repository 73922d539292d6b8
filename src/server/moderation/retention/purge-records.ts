import type { Context } from '#server/core/context.ts'
import { schedule } from '#server/core/schedule.ts'
import { deleteAlertsBefore } from '../alerts/queries.ts'
import { deleteEvidence, deleteRemovedMessages } from './queries.ts'

const day = 24 * 60 * 60_000
/** Days for which alerts can be replayed to a dashboard that was disconnected. */
const alertDays = 7
const interval = 60 * 60_000

/** Deletes records of moderation whose retention is over: old alerts, and the texts of users in decided flags. */
export async function purgeRecords({ db, clock, env, log }: Context): Promise<void> {
  const now = clock.now()
  await deleteAlertsBefore(db, now - alertDays * day)
  const deleted = await deleteEvidence(db, now - env.evidenceDays * day)
  await deleteRemovedMessages(db, now - env.evidenceDays * day)
  if (deleted > 0) log.info({ snapshots: deleted }, 'evidence of decided flags purged')
}

/** Purges now and every hour. Returns a function that stops it and waits for a run in progress. */
export function schedulePurgeOfRecords(context: Context): () => Promise<void> {
  return schedule(context.log, { name: 'purge of moderation records', interval, task: () => purgeRecords(context) })
}
