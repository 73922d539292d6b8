import type { AccountDataSource } from '#server/accounts/account-data-source.ts'
import { type BillingDeps, withProvider } from './billing-deps.ts'
import { cancelForDeletion } from './manage-subscription.ts'
import { deleteSubscriptions, listSubscriptions } from './queries.ts'
import { viewSubscription } from './view.ts'

/** An account's subscriptions. The sandbox's own records of them are deleted with the account's row. */
export const createOwnSubscriptions = (billing: BillingDeps): AccountDataSource => ({
  name: 'subscriptions',
  async *export({ db }, userId) {
    yield* (await listSubscriptions(db, userId)).map(viewSubscription)
  },
  beforeDeletion: (_, userId) =>
    withProvider(billing, { kind: 'delete_account', userId }, () => cancelForDeletion(billing, userId, { now: false })),
  async erase({ db }, userId) {
    await cancelForDeletion(billing, userId, { now: true })
    await deleteSubscriptions(db, userId)
  },
})
