import type { AccountDataSource } from '#server/accounts/account-data-source.ts'
import { deleteSubscriptions, listSubscriptions } from './queries.ts'
import { viewSubscription } from './view.ts'

/** What an account subscribed to. The provider's own records of it go with the account in the sandbox. */
export const ownSubscriptions: AccountDataSource = {
  name: 'subscriptions',
  async *export({ db }, userId) {
    yield* (await listSubscriptions(db, userId)).map(viewSubscription)
  },
  async erase({ db }, userId) {
    await deleteSubscriptions(db, userId)
  },
}
