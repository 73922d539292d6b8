import { findAccount } from '#server/accounts/queries.ts'
import type { Account } from '#server/core/viewer.ts'
import type { BillingDeps } from './billing-deps.ts'
import { claimForCheck } from './queries.ts'
import { syncSubscription } from './sync-subscription.ts'

/** At most one request to the provider per account in this time, in milliseconds. */
export const checkInterval = 5_000

/**
 * Syncs an unpaid subscription and returns the account as it is afterwards, so that Premium shows right after a payment
 * even when the provider's webhook is late. When the provider does not answer, the account is returned unchanged.
 */
export async function refreshAccount({ context, payments }: BillingDeps, account: Account): Promise<Account> {
  if (!payments || account.account_type !== 'free') return account
  const row = await claimForCheck(context.db, account.id, context.clock.now(), checkInterval)
  const providerId = row?.provider_subscription_id
  if (!row || !providerId) return account
  try {
    await syncSubscription(context, payments, { ...row, provider_subscription_id: providerId })
  } catch (error) {
    context.log.warn({ err: error, userId: account.id }, 'subscription sync failed')
    return account
  }
  return (await findAccount(context.db, account.id)) ?? account
}
