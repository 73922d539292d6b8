import type { AccountDataSource } from '../account-data-source.ts'
import { deleteWebhooks, listWebhooks } from './queries.ts'
import { viewWebhook } from './view.ts'

/** Without their secrets. */
export const ownWebhooks: AccountDataSource = {
  name: 'webhooks',
  async *export({ db }, userId) {
    yield* (await listWebhooks(db, userId)).map(viewWebhook)
  },
  async erase({ db }, userId) {
    await deleteWebhooks(db, userId)
  },
}
