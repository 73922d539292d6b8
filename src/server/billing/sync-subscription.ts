import { lockAccount } from '#server/accounts/queries.ts'
import type { Context } from '#server/core/context.ts'
import type { PaymentProvider, ProviderSubscription } from '#server/providers/payments/provider.ts'
import { findSubscription, type SubscriptionRow, updateAccountType, updateStatus } from './queries.ts'

/** Far more than the number of concurrent syncs of one subscription. In each attempt one of them succeeds. */
const maxAttempts = 50

/**
 * Reads a subscription from the provider, saves its status and updates the account's type. When another sync saved a
 * status in the meantime, this one reads again, so that an older status never replaces a newer one.
 */
export async function syncSubscription(
  context: Context,
  payments: PaymentProvider,
  subscription: SubscriptionRow & { provider_subscription_id: string },
): Promise<ProviderSubscription> {
  let stored: SubscriptionRow = subscription
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const current = await payments.retrieveSubscription(subscription.provider_subscription_id)
    if (current.status === stored.status || (await saveStatus(context, stored, current))) return current
    const changed = await findSubscription(context.db, subscription.user_id, subscription.id)
    if (!changed) return current
    stored = changed
  }
  throw new Error(`Subscription ${subscription.id} changed during each of ${maxAttempts} syncs.`)
}

/** Saves the status and the account type in one transaction. False when another sync saved a status first. */
function saveStatus(context: Context, stored: SubscriptionRow, current: ProviderSubscription): Promise<boolean> {
  return context.transact(async (trx) => {
    await lockAccount(trx, context.dialect, stored.user_id)
    if (!(await updateStatus(trx, stored, current.status, context.clock.now()))) return false
    if (current.status !== 'incomplete') await updateAccountType(trx, stored.user_id)
    return true
  })
}
