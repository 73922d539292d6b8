import type { AccountDataSource } from '#server/accounts/account-data-source.ts'
import type { Queryable } from '#server/core/context.ts'
import { deleteFolders, listFolders } from '../folders/queries.ts'
import { listBlocks, listFacts } from '../memory/queries.ts'
import { deleteTrees } from '../purge/queries.ts'
import { listMessageIds, readMessages } from '../tree/queries.ts'
import { listAll, listParticipantNames } from './queries.ts'
import { viewWholeConversation, viewWholeMessage } from './view.ts'

/** Messages read per statement, so that other requests are not delayed. */
const batchSize = 400

/** An account's conversations, each with its whole tree, including deleted ones that can still be restored. */
export const ownConversations: AccountDataSource = {
  name: 'conversations',
  async *export({ db }, userId) {
    for (let after = ''; ; ) {
      const rows = await listAll(db, userId, after)
      for (const row of rows) {
        const participants = row.turn_order === null ? [] : await listParticipantNames(db, row.id)
        const scene = participants.length > 0 ? { turnOrder: row.turn_order, participants } : undefined
        const memory = row.memory_version === 0 ? undefined : await viewWholeMemory(db, row.id)
        const parts = { scene, memory }
        yield { ...viewWholeConversation(row), ...parts, messages: tree(db, row.id) }
      }
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

/** The folders of an account's conversations. */
export const ownFolders: AccountDataSource = {
  name: 'folders',
  async *export({ db }, userId) {
    for (const { id, name, created_at } of await listFolders(db, userId)) yield { id, name, createdAt: created_at }
  },
  erase: ({ db }, userId) => deleteFolders(db, userId),
}

/** What a conversation remembers, on all its branches. */
async function viewWholeMemory(db: Queryable, conversationId: string) {
  const [blocks, facts] = await Promise.all([listBlocks(db, conversationId), listFacts(db, conversationId)])
  return {
    summaries: blocks
      .filter(({ summary }) => summary !== '')
      .map(({ summary, is_edited, first_message_id, last_message_id, created_at }) => ({
        text: summary,
        edited: is_edited === 1,
        firstMessageId: first_message_id,
        lastMessageId: last_message_id,
        createdAt: created_at,
      })),
    facts: facts.map(({ text, sources, is_pinned, is_own, created_at }) => ({
      text,
      messageIds: JSON.parse(sources) as string[],
      pinned: is_pinned === 1,
      own: is_own === 1,
      createdAt: created_at,
    })),
  }
}

async function* tree(db: Queryable, conversationId: string) {
  const ids = await listMessageIds(db, conversationId)
  for (let from = 0; from < ids.length; from += batchSize) {
    yield* (await readMessages(db, conversationId, ids.slice(from, from + batchSize))).map(viewWholeMessage)
  }
}
