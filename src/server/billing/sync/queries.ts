import type { ExpressionBuilder, NotNull } from 'kysely'
import type { Queryable } from '#server/db/database.ts'
import { updateRows } from '#server/db/rows.ts'
import type { Database } from '#server/db/schema.ts'
import { endedStatuses, openStatuses, type SubscriptionRow, selectSubscriptions } from '../queries.ts'

interface DueBefore {
  /** Last checked by then. */
  checked: number
  /** Last checked by then, and a period has ended since. */
  checkedSincePeriodEnd: number
  now: number
}

/** Subscriptions that have not ended and whose state may be out of date, longest unchecked first. */
export function listSubscriptionsToReconcile(db: Queryable, provider: string, due: DueBefore) {
  return selectSubscriptions(db)
    .where('status', 'not in', endedStatuses)
    .where('provider', '=', provider)
    .where('provider_subscription_id', 'is not', null)
    .$narrowType<{ provider_subscription_id: NotNull }>()
    .where((eb) =>
      eb.or([
        eb('checked_at', '<=', due.checked),
        eb.and([eb('checked_at', '<=', due.checkedSincePeriodEnd), hasEndedPeriod(eb, due.now)]),
      ]),
    )
    .orderBy('checked_at')
    .limit(500)
    .execute()
}

const hasEndedPeriod = (eb: ExpressionBuilder<Database, 'subscriptions'>, now: number) =>
  eb.or([eb('current_period_end', '<=', now), eb('cancels_at', '<=', now)])

/** Ends a subscription of a provider that is no longer connected. Returns its status, or null when it has changed. */
export async function endSubscription(db: Queryable, { id, version, status: before }: SubscriptionRow, now: number) {
  const status = before === 'incomplete' ? 'incomplete_expired' : 'canceled'
  const changes = { status, version: version + 1, updated_at: now } as const
  return (await updateRows(db, 'subscriptions', { id, version }, changes)) > 0 ? status : null
}

/** Open subscriptions of the sandbox. */
export function listOpenSandboxSubscriptions(db: Queryable) {
  return selectSubscriptions(db).where('provider', '=', 'sandbox').where('status', 'in', openStatuses).execute()
}

/**
 * Returns the account's unpaid subscription, or one whose period has ended, to the first caller in `interval`
 * milliseconds, and null to the others.
 */
export async function claimForCheck(db: Queryable, userId: string, now: number, interval: number) {
  const due = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', 'in', openStatuses)
    .where((eb) => eb.or([eb('status', '=', 'incomplete'), hasEndedPeriod(eb, now)]))
    .where('provider_subscription_id', 'is not', null)
    .executeTakeFirst()
  if (!due) return null
  const claimed = await db
    .updateTable('subscriptions')
    .set({ checked_at: now })
    .where('id', '=', due.id)
    // A time in the future was written before the clock was set back.
    .where((eb) => eb.or([eb('checked_at', '<=', now - interval), eb('checked_at', '>', now)]))
    .returningAll()
    .executeTakeFirst()
  return claimed ?? null
}

type Report = Pick<SubscriptionRow, 'status' | 'current_period_end' | 'cancels_at'>

/** Saves a report if the row still has the version that was read. False when another sync has changed it since. */
export async function saveReport(
  db: Queryable,
  { id, version }: SubscriptionRow,
  report: Report,
  now: number,
): Promise<boolean> {
  return (
    (await updateRows(
      db,
      'subscriptions',
      { id, version },
      { ...report, version: version + 1, checked_at: now, updated_at: now },
    )) > 0
  )
}

/** Deletes the events that were processed by then. */
export const deleteProcessedEvents = (db: Queryable, processedBefore: number) =>
  db.deleteFrom('payment_events').where('processed_at', '<=', processedBefore).execute()
