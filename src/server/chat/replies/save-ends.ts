import type { Context } from '#server/core/context.ts'
import { classifyDatabaseError } from '#server/db/database-error.ts'
import { announceAlerts, raiseFlag } from '#server/moderation/raise-flag.ts'
import { type EndedReply, saveEndedReplies } from './queries.ts'

/**
 * Saves the ends of replies and raises their flags in one transaction, so that a crash loses neither. If the database rejects
 * a flag, the ends are saved without flags.
 */
export async function saveEnds(context: Context, replies: EndedReply[]): Promise<void> {
  const flags = replies.flatMap(({ outcome }) => outcome.flag ?? [])
  try {
    await context.transact(async (trx) => {
      await saveEndedReplies(context, trx, replies)
      for (const flag of flags) await raiseFlag(context, trx, { source: 'policy', ...flag })
    })
  } catch (error) {
    // The caller tries again when the database can be used again.
    if (flags.length === 0 || classifyDatabaseError(error)) throw error
    const targets = flags.map(({ category, targetId }) => ({ category, targetId }))
    context.log.error({ err: error, flags: targets }, 'flags of the safety policy could not be saved')
    return context.transact((trx) => saveEndedReplies(context, trx, replies))
  }
  if (flags.length > 0) announceAlerts(context)
}
