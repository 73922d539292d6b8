import { lockAccount } from '#server/accounts/queries.ts'
import { type BillingDeps, hasPayments } from '../billing-deps.ts'
import {
  deleteProcessedEvents,
  endSubscription,
  listOpenSandboxSubscriptions,
  listSubscriptionsToReconcile,
} from './queries.ts'
import { recordChange, syncShared } from './sync-subscription.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Subscriptions are checked once a day, and soon after a period has ended. */
const checkedAfter = day
const checkedAfterPeriodEnd = hour
/** How long the id of an event is kept, which rejects a repeated delivery. */
const eventRetention = 90 * day

/** Brings subscriptions up to date for which no webhook has arrived. Returns how many were checked. */
export async function reconcile(billing: BillingDeps): Promise<number> {
  const { context } = billing
  const now = context.clock.now()
  await deleteProcessedEvents(context.db, now - eventRetention)
  if (billing.payments?.name !== 'sandbox') await endSandboxSubscriptions(billing)
  if (!hasPayments(billing)) return 0
  const due = { checked: now - checkedAfter, checkedSincePeriodEnd: now - checkedAfterPeriodEnd, now }
  const rows = await listSubscriptionsToReconcile(context.db, billing.payments.name, due)
  for (const row of rows) {
    try {
      await syncShared(billing, row)
    } catch (error) {
      context.log.warn({ err: error, subscriptionId: row.id }, 'subscription sync failed')
    }
  }
  return rows.length
}

/** Test cards give Premium only while the sandbox is in use: not in production, nor once a real provider is connected. */
async function endSandboxSubscriptions({ context }: BillingDeps): Promise<void> {
  for (const row of await listOpenSandboxSubscriptions(context.db)) {
    await context.transact(async (trx) => {
      await lockAccount(trx, context.dialect, row.user_id)
      const ended = await endSubscription(trx, row, context.clock.now())
      if (ended) await recordChange(context, trx, row, ended)
    })
  }
}
