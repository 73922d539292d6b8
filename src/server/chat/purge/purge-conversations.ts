import type { Context } from '#server/core/context.ts'
import { chatLimits } from '#shared/chat.ts'
import { purgeLorebooks } from '../lorebooks/queries.ts'
import { deleteTrees, takeExcess, takeExpired } from './queries.ts'

/** Rows a statement: few enough that other writes are not delayed. */
const batch = 200

/**
 * Deletes the conversations that have expired, and those and the lorebooks whose undo window is over. Returns how many
 * conversations.
 */
export async function purgeConversations({ clock, db, log }: Context): Promise<number> {
  const now = clock.now()
  let purged = 0
  let ids: string[]
  do {
    ids = await takeExpired(db, { now, deletedBefore: now - chatLimits.undoWindow, limit: batch })
    await deleteTrees(db, ids)
    purged += ids.length
  } while (ids.length === batch)
  if (purged > 0) log.info({ conversations: purged }, 'purged conversations')
  await purgeLorebooks(db, now - chatLimits.undoWindow)
  return purged
}

/** Deletes the oldest conversations that expire, so that an account has at most `chatLimits.provisional` with the next one. */
export async function purgeExcess({ db }: Context, userId: string): Promise<void> {
  await deleteTrees(db, await takeExcess(db, { userId, kept: chatLimits.provisional - 1, limit: batch }))
}
