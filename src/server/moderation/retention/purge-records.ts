import type { Context } from '#server/core/context.ts'
import { deleteAlertsBefore } from '../alerts/queries.ts'
import { deleteEvidence, deleteRemovedMessages } from './queries.ts'

const day = 24 * 60 * 60_000
/** Days for which alerts can be replayed to a dashboard that was disconnected. */
const alertDays = 7

/** Deletes records of moderation whose retention is over: old alerts, and the texts of users in decided flags. */
export async function purgeRecords({ db, clock, env, log }: Context): Promise<void> {
  const now = clock.now()
  await deleteAlertsBefore(db, now - alertDays * day)
  const deleted = await deleteEvidence(db, now - env.evidenceDays * day)
  await deleteRemovedMessages(db, now - env.evidenceDays * day)
  if (deleted > 0) log.info({ snapshots: deleted }, 'evidence of decided flags purged')
}
