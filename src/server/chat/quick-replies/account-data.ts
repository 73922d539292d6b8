import type { AccountDataSource } from '#server/accounts/account-data-source.ts'
import { eraseFrom } from '#server/accounts/queries.ts'
import { readQuickReplies } from './queries.ts'

export const ownQuickReplies: AccountDataSource = {
  name: 'quickReplies',
  async *export({ db }, userId) {
    yield* await readQuickReplies(db, userId)
  },
  async *files({ db }, { id: userId }) {
    for (const reply of await readQuickReplies(db, userId)) {
      const content = JSON.stringify(reply)
      yield { kind: 'quick-reply', id: reply.label, name: reply.label, content, extension: 'json' }
    }
  },
  erase: eraseFrom('quick_replies', 'user_id'),
}
