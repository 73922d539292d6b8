import type { Context } from '#server/core/context.ts'
import type { PolicyFlag } from '#server/core/policy-flag.ts'
import { classifyDatabaseError } from '#server/db/database-error.ts'
import { announceAlerts, raiseFlag } from '#server/moderation/raise-flag.ts'
import { type EndedReply, saveEndedReplies } from './queries.ts'

/** Saves the ends of replies; resolves once they are on disk. */
export function saveEnded({ transact, clock }: Context, replies: EndedReply[]): Promise<void> {
  return transact((trx) => saveEndedReplies(trx, replies, clock.now()))
}

/**
 * Saves the end of a reply and raises its flag, in one transaction: a crash loses neither. It has no other replies in it,
 * which would wait for the lock of the alerts. If the database rejects the flag itself, the end is saved without it.
 */
export async function saveFlagged(context: Context, reply: EndedReply, flag: PolicyFlag): Promise<void> {
  try {
    await context.transact(async (trx) => {
      await saveEndedReplies(trx, [reply], context.clock.now())
      await raiseFlag(context, trx, { source: 'policy', ...flag })
    })
  } catch (error) {
    // While the database cannot be used, both are tried again.
    if (classifyDatabaseError(error)) throw error
    const { category, targetId: target } = flag
    context.log.error({ err: error, category, target }, 'a flag of the policy is lost')
    return saveEnded(context, [reply])
  }
  announceAlerts(context)
}
