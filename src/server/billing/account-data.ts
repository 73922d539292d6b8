import type { AccountDataSource } from '#server/accounts/account-data-source.ts'
import { viewColumns } from '#server/core/fields-of.ts'
import { type BillingDeps, withProvider } from './billing-deps.ts'
import { cancelForDeletion } from './manage-subscription.ts'
import { deleteSubscriptions, listSubscriptions } from './queries.ts'

/** An account's subscriptions. The sandbox's own records of them are deleted with the account's row. */
export const createOwnSubscriptions = (billing: BillingDeps): AccountDataSource => ({
  name: 'subscriptions',
  async *export({ db }, userId) {
    for (const row of await listSubscriptions(db, userId)) {
      yield {
        ...viewColumns(row, 'provider', 'status', 'current_period_end', 'cancels_at', 'created_at', 'updated_at'),
        providerId: row.provider_subscription_id,
      }
    }
  },
  beforeDeletion: (_, userId) =>
    withProvider(billing, { kind: 'delete_account', userId }, () => cancelForDeletion(billing, userId, { now: false })),
  async erase({ db }, userId) {
    await cancelForDeletion(billing, userId, { now: true })
    await deleteSubscriptions(db, userId)
  },
})
