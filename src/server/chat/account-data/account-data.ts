import type { AccountDataSource } from '#server/accounts/account-data-source.ts'
import type { Queryable } from '#server/core/context.ts'
import { deleteTrees } from '../conversations/queries.ts'
import { viewWholeConversation, viewWholeMessage } from '../view.ts'
import { listAll, listMessageIds, readMessages } from './queries.ts'

/** Messages read per statement, so that other requests are not delayed. */
const batchSize = 400

/** An account's conversations, each with its whole tree, including deleted ones that can still be restored. */
export const ownConversations: AccountDataSource = {
  name: 'conversations',
  async *export({ db }, userId) {
    for (let after = ''; ; ) {
      const rows = await listAll(db, userId, after)
      for (const row of rows) yield { ...viewWholeConversation(row), messages: tree(db, row.id) }
      const last = rows.at(-1)
      if (!last) return
      after = last.id
    }
  },
  async erase({ db }, userId) {
    for (let rows = await listAll(db, userId, ''); rows.length > 0; rows = await listAll(db, userId, '')) {
      await deleteTrees(
        db,
        rows.map((row) => row.id),
      )
    }
  },
}

async function* tree(db: Queryable, conversationId: string) {
  const ids = await listMessageIds(db, conversationId)
  for (let from = 0; from < ids.length; from += batchSize) {
    yield* (await readMessages(db, conversationId, ids.slice(from, from + batchSize))).map(viewWholeMessage)
  }
}
