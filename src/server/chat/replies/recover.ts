import type { Context } from '#server/core/context.ts'
import { refundTurn } from '../turns/daily-limit.ts'
import type { LiveReplies } from './live-replies.ts'
import { interruptAbandoned, ownersOf } from './queries.ts'

/** A reply not saved for this long is abandoned: the instance that generates it saves it every second. */
const abandonedAfter = 15_000
const sweepInterval = 5_000

/**
 * Marks abandoned replies as interrupted and refunds those without text. `silentSince`: a reply last saved at or before
 * this time is abandoned. At the start on SQLite that is now, because no other instance can use the data folder.
 */
export async function recoverReplies(
  context: Context,
  liveReplies: LiveReplies,
  silentSince?: number,
): Promise<number> {
  const now = context.clock.now()
  const abandoned = await interruptAbandoned(context.transact, {
    silentSince: silentSince ?? now - abandonedAfter,
    except: liveReplies.ids(),
    now,
  })
  const empty = abandoned.filter((reply) => reply.content === '').map((reply) => reply.id)
  if (empty.length > 0) {
    for (const { user_id, created_at } of await ownersOf(context.db, empty)) {
      await refundTurn(context, user_id, created_at)
    }
  }
  if (abandoned.length > 0) context.log.warn({ replies: abandoned.length }, 'marked abandoned replies as interrupted')
  return abandoned.length
}

/** Recovers replies of dead instances periodically. Returns a function that stops it. */
export function scheduleRecovery(context: Context, liveReplies: LiveReplies): () => void {
  const timer = setInterval(() => {
    recoverReplies(context, liveReplies).catch((error) => context.log.error({ err: error }, 'reply recovery failed'))
  }, sweepInterval)
  timer.unref()
  return () => clearInterval(timer)
}
