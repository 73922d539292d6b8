import type { Account } from '#server/core/viewer.ts'
import { ApiError, orNotFound } from '#server/http/api-error.ts'
import type { BillingInvoice, OwnSubscription } from '#shared/billing.ts'
import { type BillingDeps, hasPayments, type PaidBilling, withProvider } from './billing-deps.ts'
import { findCustomerId, findShownSubscription, grantsPremium, listLiveSubscriptions } from './queries.ts'
import { syncShared } from './sync/sync-subscription.ts'
import { viewOwnSubscription } from './view.ts'

/** The account's paid subscription, or its last one. Null when it never had one. */
export async function findOwnSubscription(billing: BillingDeps, account: Account): Promise<OwnSubscription | null> {
  if (!hasPayments(billing)) return null
  const row = await findShownSubscription(billing.context.db, account.id, billing.payments.name)
  return row ? viewOwnSubscription(row) : null
}

/** Cancels the subscription at the end of the period that was paid for, or resumes it before that. */
export async function setCancelled(
  billing: BillingDeps,
  account: Account,
  cancelled: boolean,
): Promise<OwnSubscription> {
  if (!hasPayments(billing)) throw new ApiError('payments_not_configured')
  const kind = cancelled ? 'cancel' : 'resume'
  await withProvider(billing, { kind, userId: account.id }, () => cancelAll(billing, account.id, cancelled))
  return orNotFound(await findOwnSubscription(billing, account))
}

/** Only paid subscriptions can be resumed. An unpaid one ends immediately. */
async function cancelAll(billing: PaidBilling, userId: string, cancelled: boolean): Promise<void> {
  const { context, payments } = billing
  const rows = await listLiveSubscriptions(context.db, userId, payments.name)
  const paid = rows.filter(({ status }) => grantsPremium(status))
  if (paid.length === 0) throw new ApiError('not_subscribed')
  for (const row of paid) {
    // A subscription that has ended since the last check is not changed.
    const { status } = await syncShared(billing, row)
    if (status === 'canceled') throw new ApiError('not_subscribed')
    await payments.setCancelAtPeriodEnd(row.provider_subscription_id, cancelled)
    await syncShared(billing, row)
  }
}

/**
 * Cancels whatever the account could still be charged for. `now` ends paid subscriptions too; otherwise they end with
 * their period, and only unpaid ones end at once.
 */
export async function cancelForDeletion(
  billing: BillingDeps,
  userId: string,
  { now }: { now: boolean },
): Promise<void> {
  await warnOfUnreachable(billing, userId)
  if (!hasPayments(billing)) return
  const { context, payments } = billing
  for (const row of await listLiveSubscriptions(context.db, userId, payments.name)) {
    const id = row.provider_subscription_id
    const { status, cancelsAt } = await payments.retrieveSubscription(id)
    if (now || !grantsPremium(status)) await payments.cancelSubscription(id)
    else if (cancelsAt === null) await payments.setCancelAtPeriodEnd(id, true)
    await syncShared(billing, row)
  }
}

/** Without the keys of a provider, the server cannot cancel there, so the log tells the operator to do it. */
async function warnOfUnreachable({ context, payments }: BillingDeps, userId: string): Promise<void> {
  for (const row of payments?.name === 'stripe' ? [] : await listLiveSubscriptions(context.db, userId, 'stripe')) {
    const subscriptionId = row.provider_subscription_id
    context.log.error({ userId, subscriptionId }, 'cancel this subscription in Stripe: its account is being deleted')
  }
}

export async function listOwnInvoices(billing: BillingDeps, account: Account): Promise<BillingInvoice[]> {
  if (!hasPayments(billing)) return []
  const { context, payments } = billing
  const customerId = await findCustomerId(context.db, account.id, payments.name)
  if (customerId === null) return []
  return withProvider(billing, { kind: 'invoices', userId: account.id }, () => payments.listInvoices(customerId))
}

/** The address of the provider's page for cards and invoices. */
export async function openPortal(billing: BillingDeps, account: Account, returnUrl: string): Promise<string> {
  if (!hasPayments(billing)) throw new ApiError('payments_not_configured')
  const { context, payments } = billing
  const customerId = await findCustomerId(context.db, account.id, payments.name)
  if (customerId === null) throw new ApiError('not_subscribed')
  return withProvider(billing, { kind: 'portal', userId: account.id }, () =>
    payments.createPortalUrl(customerId, returnUrl),
  )
}
