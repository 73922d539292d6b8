import type { AccountDataSource } from '#server/accounts/account-data-source.ts'
import { deleteSubscriptions, listSubscriptions } from './queries.ts'
import { viewSubscription } from './view.ts'

/** An account's subscriptions. The sandbox's own records of them are deleted with the account's row. */
export const ownSubscriptions: AccountDataSource = {
  name: 'subscriptions',
  async *export({ db }, userId) {
    yield* (await listSubscriptions(db, userId)).map(viewSubscription)
  },
  async erase({ db }, userId) {
    await deleteSubscriptions(db, userId)
  },
}
