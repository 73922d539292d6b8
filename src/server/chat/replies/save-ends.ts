import type { Context } from '#server/core/context.ts'
import { classifyDatabaseError } from '#server/db/database-error.ts'
import { announceAlerts, raiseFlag } from '#server/moderation/raise-flag.ts'
import { type EndedReply, saveEndedReplies } from './queries.ts'

/**
 * Saves the ends of replies and raises their flags in one transaction, so that a crash loses neither. If the database rejects
 * a flag, the ends are saved without flags, and each flag that can be raised after them.
 */
export async function saveEnds(context: Context, replies: EndedReply[]): Promise<void> {
  const flags = replies.flatMap(({ outcome }) => outcome.flag ?? [])
  try {
    await context.transact(async (trx) => {
      await saveEndedReplies(context, trx, replies)
      for (const flag of flags) await raiseFlag(context, trx, { source: 'policy', ...flag })
    })
    if (flags.length > 0) announceAlerts(context)
  } catch (error) {
    // The caller tries again when the database can be used again.
    if (flags.length === 0 || classifyDatabaseError(error)) throw error
    await context.transact((trx) => saveEndedReplies(context, trx, replies))
    for (const flag of flags) await context.raisePolicyFlag(context, flag)
  }
}
