import { sql } from 'kysely'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Queryable } from '#server/db/database.ts'
import { updateRows } from '#server/db/rows.ts'
import { errorColumns } from '../replies/queries.ts'
import type { KnownTurn } from '../replies/stream-reply.ts'
import type { ConversationRow, SearchedConversation } from '../tree/queries.ts'

interface Claim {
  userId: string
  conversationId: string
  characterId: string
  replyId: string
  now: number
}

/**
 * Reserves the account's conversation with this character for one reply, and returns its row. The newest message is
 * read after the reservation, so that no other turn can come in between. Undefined when there is no such conversation,
 * or another reply is being generated in it.
 */
export function claimConversation(db: Queryable, claim: Claim): Promise<ConversationRow | undefined> {
  return db
    .updateTable('conversations')
    .set({ running_reply_id: claim.replyId, updated_at: claim.now, archived_at: null })
    .where('user_id', '=', claim.userId)
    .where('id', '=', claim.conversationId)
    .where('character_id', '=', claim.characterId)
    .where('deleted_at', 'is', null)
    .where('running_reply_id', 'is', null)
    .returningAll()
    .$narrowType<{ id: OwnConversationId }>()
    .executeTakeFirst()
}

/** Makes this message the end of the active path. */
export async function setActiveLeaf(
  db: Queryable,
  conversationId: OwnConversationId,
  messageId: string,
): Promise<void> {
  await updateRows(db, 'conversations', { id: conversationId }, { active_leaf_id: messageId })
}

/** Sets an ended reply to `streaming`, so that text can be added. False when it has changed meanwhile. */
export async function reopenReply(
  db: Queryable,
  reply: { conversationId: OwnConversationId; id: string; content: string; now: number },
): Promise<boolean> {
  const result = await db
    .updateTable('messages')
    .set({ ...errorColumns(null), status: 'streaming', finish: null, updated_at: reply.now })
    .where('conversation_id', '=', reply.conversationId)
    .where('id', '=', reply.id)
    .where('status', 'in', ['complete', 'interrupted'])
    .where('content', '=', reply.content)
    .executeTakeFirst()
  return result.numUpdatedRows > 0
}

/** Records the conversation's first turn; null when it had one before. */
export async function startConversation(
  db: Queryable,
  start: { conversationId: OwnConversationId; title: string; now: number },
): Promise<SearchedConversation | null> {
  const started = await db
    .updateTable('conversations')
    .set({
      started_at: start.now,
      expires_at: null,
      title: sql`case when title = '' then ${start.title} else title end`,
    })
    .where('id', '=', start.conversationId)
    .where('started_at', 'is', null)
    .returning(['id', 'title', 'character_name'])
    .$narrowType<{ id: OwnConversationId }>()
    .executeTakeFirst()
  return started ?? null
}

/** The turn that was begun under this idempotency key. */
export async function findTurn(db: Queryable, idempotencyKey: string | null): Promise<KnownTurn | null> {
  if (idempotencyKey === null) return null
  const sent = await db
    .selectFrom('messages')
    .selectAll()
    .where('idempotency_key', '=', idempotencyKey)
    .$narrowType<{ conversation_id: OwnConversationId }>()
    .executeTakeFirst()
  if (!sent) return null
  if (sent.role === 'character') return { userMessageId: null, reply: sent }
  const reply = await findNewestAfter(db, sent.conversation_id, sent.id)
  return reply ? { userMessageId: sent.id, reply } : null
}

/** The newest message that follows another one. */
export function findNewestAfter(db: Queryable, conversationId: OwnConversationId, id: string) {
  return db
    .selectFrom('messages')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .where('parent_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .$narrowType<{ conversation_id: OwnConversationId }>()
    .executeTakeFirst()
}
