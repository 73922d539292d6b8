import type { Context, Queryable } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError } from '#server/http/api-error.ts'
import { entitlements } from '#shared/entitlements.ts'
import { chargeMessage, type Refund, readUsedMessages, refundMessage } from './queries.ts'

const dayLength = 86_400_000
const dayOf = (time: number) => Math.floor(time / dayLength)

/**
 * Charges a free account one message for a generation, whatever is written (docs/models.md has the list), and returns how
 * many of today's messages are left; null for an account without a limit. Throws `quota_exceeded`, with the limit and the time
 * of its reset, when none is left. Days are UTC.
 */
export async function chargeTurn(context: Context, db: Queryable, viewer: Viewer): Promise<number | null> {
  if (!entitlements[viewer.account_type].dailyLimit) return null
  const limit = context.settings.current().freeDailyMessages
  const now = context.clock.now()
  const used = await chargeMessage(db, { userId: viewer.id, day: dayOf(now), limit })
  if (used !== null) return limit - used
  const resetIn = (dayOf(now) + 1) * dayLength - now
  const userMessage = `You have used your ${limit} free messages for today. You get new ones ${formatDuration(resetIn)} (at midnight UTC). With Premium there is no daily limit.`
  throw new ApiError('quota_exceeded', {
    message: userMessage,
    details: { errorType: 'quota_exceeded', userMessage, messagesLeft: 0 },
    retryAfter: Math.ceil(resetIn / 1000),
  })
}

/** How many messages the viewer has left today; null without a limit. */
export async function countMessagesLeft(context: Context, viewer: Viewer): Promise<number | null> {
  if (!entitlements[viewer.account_type].dailyLimit) return null
  const used = await readUsedMessages(context.db, { userId: viewer.id, day: dayOf(context.clock.now()) })
  return Math.max(0, context.settings.current().freeDailyMessages - used)
}

/**
 * Refunds the charge of a failed turn, on the day it was made. A day has at most as many refunds as messages, so that
 * failed turns cannot be repeated without end.
 */
export async function refundTurn(context: Context, userId: string, chargedAt: number): Promise<void> {
  await refundMessage(context.db, refundOf(context, userId, chargedAt))
}

/** The arguments of `refundMessage`, for a refund in a transaction. */
export function refundOf({ settings }: Context, userId: string, chargedAt: number): Refund {
  return { userId, day: dayOf(chargedAt), limit: settings.current().freeDailyMessages }
}

function formatDuration(duration: number): string {
  const minutes = Math.ceil(duration / 60_000)
  if (minutes < 90) return `in ${minutes} minute${minutes === 1 ? '' : 's'}`
  return `in ${Math.round(minutes / 60)} hours`
}
