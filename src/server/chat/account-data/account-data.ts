import type { AccountDataSource } from '#server/accounts/account-data-source.ts'
import type { Queryable } from '#server/core/context.ts'
import { viewWholeConversation, viewWholeMessage } from '../view.ts'
import { deleteConversation, deleteDeepest, listAll, listMessageIds, readMessages } from './queries.ts'

/** Messages read, or deleted, at once: little enough that everyone else gets their turn in between. */
const handful = 400

/** An account's conversations, each with its whole tree; those it deleted are there as long as it can undo that. */
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
  /** Leaves first: databases follow a deleted line into its replies only so far. */
  async erase({ db }, userId) {
    for (let rows = await listAll(db, userId, ''); rows.length > 0; rows = await listAll(db, userId, '')) {
      for (const { id } of rows) {
        while (await deleteDeepest(db, id, handful));
        await deleteConversation(db, userId, id)
      }
    }
  },
}

async function* tree(db: Queryable, conversationId: string) {
  const ids = await listMessageIds(db, conversationId)
  for (let from = 0; from < ids.length; from += handful) {
    yield* (await readMessages(db, conversationId, ids.slice(from, from + handful))).map(viewWholeMessage)
  }
}
