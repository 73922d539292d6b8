import type { Context, Queryable } from '#server/core/context.ts'
import { announceAlerts, raiseFlag } from './raise-flag.ts'

/** Raises a flag about what the safety policy found, and alerts moderators. */
export const raisePolicyFlag: Context['raisePolicyFlag'] = async (context, flag, within) => {
  const raise = (trx: Queryable) => raiseFlag(context, trx, { source: 'policy', ...flag })
  // The alert is not announced: the hub finds it in the database.
  if (within) return void (await raise(within))
  try {
    await context.transact(raise)
    announceAlerts(context)
  } catch (error) {
    context.log.error(
      { err: error, category: flag.category, target: flag.targetId },
      'a flag of the safety policy could not be saved',
    )
  }
}
