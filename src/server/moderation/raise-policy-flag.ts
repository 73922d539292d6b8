import type { Context } from '#server/core/context.ts'
import { announceAlerts, raiseFlag } from './raise-flag.ts'

/** Stores what the safety policy found, and alerts moderators. */
export const raisePolicyFlag: Context['raisePolicyFlag'] = async (context, flag) => {
  try {
    await context.transact((trx) => raiseFlag(context, trx, { source: 'policy', ...flag }))
    announceAlerts(context)
  } catch (error) {
    context.log.error({ err: error, category: flag.category, target: flag.targetId }, 'a flag of the policy is lost')
  }
}
