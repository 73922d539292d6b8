import type { Context } from '#server/core/context.ts'
import { schedule } from '#server/core/schedule.ts'
import { chatLimits } from '#shared/chat.ts'
import { deleteNotStarted } from './queries.ts'

const purgeInterval = 60 * 60_000
/** Rows a statement: few enough that other writes are not delayed. */
const batch = 200

/** Deletes the conversations that have had no message for a day. Returns how many. */
export async function purgeConversations(context: Context): Promise<number> {
  const createdBefore = context.clock.now() - chatLimits.notStartedLifetime
  let purged = 0
  let deleted: number
  do {
    deleted = await deleteNotStarted(context.db, createdBefore, batch)
    purged += deleted
  } while (deleted === batch)
  if (purged > 0) context.log.info({ conversations: purged }, 'purged conversations without a message')
  return purged
}

/** Purges now and once an hour. Returns how to stop, which waits for a purge in progress. */
export function schedulePurgeOfConversations(context: Context): () => Promise<void> {
  const task = () => purgeConversations(context)
  return schedule(context.log, { name: 'purge of conversations without a message', interval: purgeInterval, task })
}
