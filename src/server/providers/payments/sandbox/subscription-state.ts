import type { SubscriptionStatus } from '../provider.ts'
import type { SandboxSubscriptionRow } from './queries.ts'

type Times = Pick<SandboxSubscriptionRow, 'status' | 'created_at' | 'paid_at' | 'cancels_at' | 'card_fails_from'>

const hour = 3_600_000
/** As with Stripe: an unpaid first invoice expires, and an unpaid renewal ends the subscription. */
const invoiceExpiresAfter = 23 * hour
const graceAfterFailure = 14 * 24 * hour

/** The status follows from the times, so that nothing has to run when a period ends. */
export function statusAt(times: Times, now: number): SubscriptionStatus {
  const isCancelled = times.cancels_at !== null && times.cancels_at <= now
  if (times.status === 'incomplete') {
    return isCancelled || now - times.created_at >= invoiceExpiresAfter ? 'incomplete_expired' : 'incomplete'
  }
  if (isCancelled) return 'canceled'
  const failedAt = failedRenewal(times)
  if (failedAt === null || now < failedAt) return 'active'
  return now < failedAt + graceAfterFailure ? 'past_due' : 'canceled'
}

/** The end of the month that `now` is in, counted from the first payment. Null before that. */
export function currentPeriodEnd(times: Times, now: number): number | null {
  return times.status === 'incomplete' ? null : firstRenewalAfter(times, now)
}

/** The months of the subscription so far. */
export function listPeriods(times: Times, now: number): { index: number; startsAt: number; isPaid: boolean }[] {
  if (times.status === 'incomplete') return []
  const failedAt = failedRenewal(times)
  const periods = []
  for (let index = 0; ; index += 1) {
    const startsAt = addMonths(paidAt(times), index)
    if (startsAt > now || startsAt >= (times.cancels_at ?? Number.POSITIVE_INFINITY)) return periods
    const isPaid = failedAt === null || startsAt < failedAt
    periods.push({ index, startsAt, isPaid })
    // No further invoice follows an unpaid one.
    if (!isPaid) return periods
  }
}

const paidAt = ({ paid_at, created_at }: Times) => paid_at ?? created_at

function failedRenewal(times: Times): number | null {
  return times.card_fails_from === null ? null : firstRenewalAfter(times, times.card_fails_from)
}

function firstRenewalAfter(times: Times, time: number): number {
  let months = 1
  while (addMonths(paidAt(times), months) <= time) months += 1
  return addMonths(paidAt(times), months)
}

/**
 * The same day and time of a later month, or that month's last day.
 * @example addMonths(Date.UTC(2027, 0, 31), 1) // Date.UTC(2027, 1, 28)
 */
export function addMonths(time: number, months: number): number {
  const date = new Date(time)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return date.getTime()
}
