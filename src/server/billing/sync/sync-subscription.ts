import { queueMail } from '#server/accounts/mail/mail-queue.ts'
import { lockAccount } from '#server/accounts/queries.ts'
import type { Context, Queryable } from '#server/core/context.ts'
import { runExclusive } from '#server/core/run-exclusive.ts'
import { appendAudit } from '#server/moderation/audit/append-audit.ts'
import type { PaymentProvider, ProviderSubscription } from '#server/providers/payments/provider.ts'
import type { PaidBilling } from '../billing-deps.ts'
import { findSubscription, type SubscriptionRow, updateAccountType } from '../queries.ts'
import { saveReport } from './queries.ts'

/** Far more than the number of instances, each of which runs one sync of a subscription at a time. */
const maxAttempts = 50

export type CreatedSubscription = SubscriptionRow & { provider_subscription_id: string }

/** Syncs a subscription, one call at a time in this process. */
export function syncShared({ context, payments }: PaidBilling, row: CreatedSubscription) {
  return runExclusive(`sync ${row.id}`, () => syncSubscription(context, payments, row))
}

/**
 * Reads a subscription from the provider, saves its state and updates the account's type. A state is saved only if the
 * row still has the version that was read before the request, and each save increments the version, even for the same
 * state. A sync that was overtaken asks the provider again, so an older state never replaces a newer one.
 */
export async function syncSubscription(
  context: Context,
  payments: PaymentProvider,
  subscription: CreatedSubscription,
): Promise<ProviderSubscription> {
  let stored: SubscriptionRow = subscription
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const current = await payments.retrieveSubscription(subscription.provider_subscription_id)
    if (await saveState(context, stored, current)) return current
    const changed = await findSubscription(context.db, subscription.user_id, subscription.id)
    if (!changed) return current
    stored = changed
  }
  throw new Error(`Subscription ${subscription.id} changed during each of ${maxAttempts} syncs.`)
}

/** Saves the state and the account type in one transaction. False when another sync saved a state first. */
function saveState(context: Context, stored: SubscriptionRow, current: ProviderSubscription): Promise<boolean> {
  const { status, currentPeriodEnd, cancelsAt } = current
  const report = { status, current_period_end: currentPeriodEnd, cancels_at: cancelsAt }
  return context.transact(async (trx) => {
    await lockAccount(trx, context.dialect, stored.user_id)
    if (!(await saveReport(trx, stored, report, context.clock.now()))) return false
    if (status !== stored.status) await recordChange(context, trx, stored, status)
    return true
  })
}

/** Updates the account's type after a change of status, and enters the change in the audit log. */
export async function recordChange(
  context: Context,
  trx: Queryable,
  { id, user_id, status: before }: SubscriptionRow,
  after: SubscriptionRow['status'],
): Promise<void> {
  if (after === 'past_due') await queueMail(context, trx, { type: 'payment-failed', userId: user_id })
  await updateAccountType(trx, user_id)
  const facts = { before, after, subscriptionId: id }
  const entry = { action: 'change_subscription', target_type: 'user', target_id: user_id, facts } as const
  await appendAudit(context, trx, { admin: null, requestId: 'payment service' }, [entry])
}
