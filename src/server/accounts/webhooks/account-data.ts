import type { AccountDataSource } from '../account-data-source.ts'
import { eraseFrom } from '../queries.ts'
import { listWebhooks } from './queries.ts'
import { viewWebhook } from './view.ts'

/** Without their secrets. */
export const ownWebhooks: AccountDataSource = {
  name: 'webhooks',
  async *export({ db }, userId) {
    yield* (await listWebhooks(db, userId)).map(viewWebhook)
  },
  erase: eraseFrom('webhooks', 'user_id'),
}
