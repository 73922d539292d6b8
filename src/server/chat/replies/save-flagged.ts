import type { Context } from '#server/core/context.ts'
import type { PolicyFlag } from '#server/core/policy-flag.ts'
import { classifyDatabaseError } from '#server/db/database-error.ts'
import { announceAlerts, raiseFlag } from '#server/moderation/raise-flag.ts'
import { type EndedReply, saveEndedReplies } from './queries.ts'

/**
 * Saves the end of a reply and raises its flag in one transaction, so that a crash loses neither. Other replies are not
 * saved in it: they would wait for the lock of the alerts. If the database rejects the flag, the end is saved without
 * it.
 */
export async function saveFlagged(context: Context, reply: EndedReply, flag: PolicyFlag): Promise<void> {
  const { transact, log } = context
  try {
    await transact(async (trx) => {
      await saveEndedReplies(context, trx, [reply])
      await raiseFlag(context, trx, { source: 'policy', ...flag })
    })
  } catch (error) {
    // The caller retries both when the database can be used again.
    if (classifyDatabaseError(error)) throw error
    const { category, targetId: target } = flag
    log.error({ err: error, category, target }, 'a flag of the safety policy could not be saved')
    return transact((trx) => saveEndedReplies(context, trx, [reply]))
  }
  announceAlerts(context)
}
