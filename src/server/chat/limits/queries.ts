import type { Queryable } from '#server/db/database.ts'
import { findRow } from '#server/db/rows.ts'

/**
 * Charges one message of the day and returns how many are used, or returns null when `limit` is used up. One statement,
 * so that of two requests at the same time only one can be the last.
 */
export async function chargeMessage(
  db: Queryable,
  { userId, day, limit }: { userId: string; day: number; limit: number },
): Promise<number | null> {
  if (limit <= 0) return null
  const charged = await db
    .insertInto('daily_messages')
    .values({ user_id: userId, day, used: 1 })
    .onConflict((oc) =>
      oc
        .columns(['user_id', 'day'])
        .doUpdateSet((eb) => ({ used: eb('daily_messages.used', '+', 1) }))
        .where('daily_messages.used', '<', limit),
    )
    .returning('used')
    .executeTakeFirst()
  return charged?.used ?? null
}

/** How many messages of the day are used. */
export const readUsedMessages = async (db: Queryable, { userId, day }: { userId: string; day: number }) =>
  (await findRow(db, 'daily_messages', { user_id: userId, day }))?.used ?? 0

export interface Refund {
  userId: string
  /** Days since 1970, UTC. */
  day: number
  limit: number
}

/** Refunds one message of the day, at most `limit` times. */
export const refundMessage = (db: Queryable, { userId, day, limit }: Refund) =>
  db
    .updateTable('daily_messages')
    .set((eb) => ({ used: eb('used', '-', 1), refunded: eb('refunded', '+', 1) }))
    .where('user_id', '=', userId)
    .where('day', '=', day)
    .where('used', '>', 0)
    .where('refunded', '<', limit)
    .execute()
