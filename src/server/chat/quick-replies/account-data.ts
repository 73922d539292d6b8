import type { AccountDataSource } from '#server/accounts/account-data-source.ts'
import { deleteQuickReplies, readQuickReplies } from './queries.ts'

export const ownQuickReplies: AccountDataSource = {
  name: 'quickReplies',
  async *export({ db }, userId) {
    yield* await readQuickReplies(db, userId)
  },
  async erase({ db }, userId) {
    await deleteQuickReplies(db, userId)
  },
}
