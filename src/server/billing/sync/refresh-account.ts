import { findAccount } from '#server/accounts/queries.ts'
import type { Account } from '#server/core/viewer.ts'
import { type BillingDeps, hasPayments } from '../billing-deps.ts'
import { claimForCheck } from './queries.ts'
import { syncShared } from './sync-subscription.ts'

/** At most one request to the provider per account in this time, in milliseconds. */
export const checkInterval = 5_000

/**
 * Syncs a subscription that is unpaid or whose period has ended, and returns the account as it is afterwards, so that a
 * payment and an end show at once even when the provider's webhook is late. When the provider does not answer, the
 * account is returned unchanged.
 */
export async function refreshAccount(billing: BillingDeps, account: Account): Promise<Account> {
  const { context } = billing
  if (!hasPayments(billing) || account.account_type === 'admin') return account
  const row = await claimForCheck(context.db, account.id, context.clock.now(), checkInterval)
  const providerId = row?.provider_subscription_id
  if (!row || !providerId || row.provider !== billing.payments.name) return account
  try {
    await syncShared(billing, { ...row, provider_subscription_id: providerId })
  } catch (error) {
    context.log.warn({ err: error, userId: account.id }, 'subscription sync failed')
    return account
  }
  return (await findAccount(context.db, account.id)) ?? account
}
