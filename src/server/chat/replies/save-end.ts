import type { Context } from '#server/core/context.ts'
import { classifyDatabaseError } from '#server/db/database-error.ts'
import { announceAlerts, raiseFlag } from '#server/moderation/raise-flag.ts'
import { type EndedReply, saveEndedReply } from './queries.ts'

/**
 * Saves the end of a reply and raises its flag in one transaction, so that a crash loses neither. If the database rejects
 * the flag, the end is saved without it.
 */
export async function saveEnd(context: Context, reply: EndedReply): Promise<void> {
  const { transact, log } = context
  const { flag } = reply.outcome
  if (!flag) return transact((trx) => saveEndedReply(context, trx, reply))
  try {
    await transact(async (trx) => {
      await saveEndedReply(context, trx, reply)
      await raiseFlag(context, trx, { source: 'policy', ...flag })
    })
  } catch (error) {
    // The caller retries both when the database can be used again.
    if (classifyDatabaseError(error)) throw error
    const { category, targetId: target } = flag
    log.error({ err: error, category, target }, 'a flag of the safety policy could not be saved')
    return saveEnd(context, { ...reply, outcome: { ...reply.outcome, flag: null } })
  }
  announceAlerts(context)
}
