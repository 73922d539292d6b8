import { PaymentProviderError } from '#server/providers/payments/provider.ts'
import type { PaidBilling } from './billing-deps.ts'
import { findUserOfCustomer, insertOrFindOpenSubscription } from './queries.ts'
import { syncShared } from './sync/sync-subscription.ts'

/**
 * Takes over a subscription that an operator has created in the provider's own dashboard, for a customer of this server and at
 * the price of Premium. Any other is ignored: the provider's account may sell other things.
 */
export async function adoptSubscription(billing: PaidBilling, providerId: string): Promise<void> {
  const { context, payments } = billing
  const customerId = await findCustomer(billing, providerId)
  const user = customerId ? await findUserOfCustomer(context.db, payments.name, customerId) : undefined
  if (!user) return
  const row = await insertOrFindOpenSubscription(context.db, {
    id: context.ids.uuid(),
    userId: user.id,
    provider: payments.name,
    providerId,
    now: context.clock.now(),
  })
  if (row?.provider_subscription_id === providerId) {
    await syncShared(billing, { ...row, provider_subscription_id: providerId })
    return
  }
  // Without an id, it is the one that a request of the user creates at this moment.
  if (row?.provider_subscription_id)
    context.log.warn(
      { userId: user.id, subscription: providerId, open: row.provider_subscription_id },
      'a subscription that was created at the payment service is not read: the account has another one that is open',
    )
}

async function findCustomer({ payments }: PaidBilling, providerId: string): Promise<string | null> {
  try {
    return (await payments.findPremiumCustomer?.(providerId)) ?? null
  } catch (error) {
    // The provider does not have it, or not any more.
    if (error instanceof PaymentProviderError && error.isFinal) return null
    throw error
  }
}
