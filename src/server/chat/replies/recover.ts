import type { Context } from '#server/core/context.ts'
import { refundTurn } from '../turns/daily-limit.ts'
import type { LiveReplies } from './live-replies.ts'
import { interruptAbandoned, ownersOf } from './queries.ts'

/** A writer that has not touched its reply for this long is gone. It touches every second. */
const silence = 15_000
const sweepEvery = 5_000

/**
 * Marks the replies of writers that are gone as interrupted. `since`: at start on SQLite every one of them, for the
 * data folder is ours alone; otherwise those silent for longer than any living writer would be.
 */
export async function recoverReplies(context: Context, liveReplies: LiveReplies, since?: number): Promise<number> {
  const now = context.clock.now()
  const silentSince = since ?? now - silence
  const abandoned = await interruptAbandoned(context.transact, { silentSince, except: liveReplies.ids(), now })
  const lost = abandoned.filter((reply) => reply.content === '').map((reply) => reply.id)
  if (lost.length > 0) {
    for (const { user_id, created_at } of await ownersOf(context.db, lost)) {
      await refundTurn(context.db, user_id, created_at)
    }
  }
  if (abandoned.length > 0) context.log.warn({ replies: abandoned.length }, 'interrupted replies whose writer is gone')
  return abandoned.length
}

/** Keeps looking for the replies of instances that died. Returns how to stop. */
export function scheduleRecovery(context: Context, liveReplies: LiveReplies): () => void {
  const timer = setInterval(() => {
    recoverReplies(context, liveReplies).catch((error) => context.log.error({ err: error }, 'recovery sweep failed'))
  }, sweepEvery)
  timer.unref()
  return () => clearInterval(timer)
}
