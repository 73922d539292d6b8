import { findAccount } from '#server/accounts/queries.ts'
import type { Account } from '#server/core/viewer.ts'
import type { BillingDeps } from './billing-deps.ts'
import { claimForCheck } from './queries.ts'
import { syncSubscription } from './sync-subscription.ts'

/** The provider is asked about one account's unpaid subscription at most this often, in milliseconds. */
export const checkEvery = 5_000

/**
 * The account as it is once an unpaid subscription has been asked about. This is what makes the badge right after a
 * payment though the provider's message be late; where the provider does not answer, the account is told as it stands.
 */
export async function refreshAccount({ context, payments }: BillingDeps, user: Account): Promise<Account> {
  if (!payments || user.account_type !== 'free') return user
  const row = await claimForCheck(context.db, user.id, context.clock.now(), checkEvery)
  const providerId = row?.provider_subscription_id
  if (!row || !providerId) return user
  try {
    await syncSubscription(context, payments, { ...row, provider_subscription_id: providerId })
  } catch (error) {
    context.log.warn({ err: error }, 'payment provider')
    return user
  }
  return (await findAccount(context.db, user.id)) ?? user
}
