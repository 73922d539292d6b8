import { sql } from 'kysely'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Queryable } from '#server/db/database.ts'
import type { ConversationRow, OwnMessageRow, SearchedConversation } from '../queries.ts'

export type ClaimedConversation = Pick<
  ConversationRow,
  | 'id'
  | 'active_leaf_id'
  | 'started_at'
  | 'turn_order'
  | 'content_rating'
  | 'persona_id'
  | 'notes'
  | 'has_memory'
  | 'memory_version'
>

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
export function claimConversation(db: Queryable, claim: Claim): Promise<ClaimedConversation | undefined> {
  return db
    .updateTable('conversations')
    .set({ running_reply_id: claim.replyId, updated_at: claim.now, archived_at: null })
    .where('user_id', '=', claim.userId)
    .where('id', '=', claim.conversationId)
    .where('character_id', '=', claim.characterId)
    .where('deleted_at', 'is', null)
    .where('running_reply_id', 'is', null)
    .returning([
      'id',
      'active_leaf_id',
      'started_at',
      'turn_order',
      'content_rating',
      'persona_id',
      'notes',
      'has_memory',
      'memory_version',
    ])
    .$narrowType<{ id: OwnConversationId }>()
    .executeTakeFirst()
}

/** Makes this message the end of the active path. */
export async function setActiveLeaf(
  db: Queryable,
  conversationId: OwnConversationId,
  messageId: string,
): Promise<void> {
  await db.updateTable('conversations').set({ active_leaf_id: messageId }).where('id', '=', conversationId).execute()
}

/** Sets an ended reply to `streaming`, so that text can be added. False when it has changed meanwhile. */
export async function reopenReply(
  db: Queryable,
  reply: { conversationId: OwnConversationId; id: string; content: string; now: number },
): Promise<boolean> {
  const result = await db
    .updateTable('messages')
    .set({ status: 'streaming', error_type: null, error_message: null, finish: null, updated_at: reply.now })
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
    .returning(['id', 'user_id', 'title', 'character_name'])
    .$narrowType<{ id: OwnConversationId }>()
    .executeTakeFirst()
  return started ?? null
}

export interface KnownTurn {
  /** Null for a turn without a message of the user. */
  userMessageId: string | null
  /** Hidden if it was stopped before its first word. */
  reply: OwnMessageRow
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
  const reply = await db
    .selectFrom('messages')
    .selectAll()
    .where('conversation_id', '=', sent.conversation_id)
    .where('parent_id', '=', sent.id)
    .orderBy('id', 'desc')
    .limit(1)
    .$narrowType<{ conversation_id: OwnConversationId }>()
    .executeTakeFirst()
  return reply ? { userMessageId: sent.id, reply } : null
}

/**
 * Charges one message of the day and returns how many are used, or returns null when `limit` is used up. One statement,
 * so that of two requests at the same time only one can be the last.
 */
export async function chargeMessage(
  db: Queryable,
  { userId, day, limit }: { userId: string; day: number; limit: number },
): Promise<number | null> {
  if (limit <= 0) return null
  const charged = await db
    .insertInto('daily_messages')
    .values({ user_id: userId, day, used: 1 })
    .onConflict((oc) =>
      oc
        .columns(['user_id', 'day'])
        .doUpdateSet((eb) => ({ used: eb('daily_messages.used', '+', 1) }))
        .where('daily_messages.used', '<', limit),
    )
    .returning('used')
    .executeTakeFirst()
  return charged?.used ?? null
}

/** How many messages of the day are used. */
export async function readUsedMessages(
  db: Queryable,
  { userId, day }: { userId: string; day: number },
): Promise<number> {
  const row = await db
    .selectFrom('daily_messages')
    .select('used')
    .where('user_id', '=', userId)
    .where('day', '=', day)
    .executeTakeFirst()
  return row?.used ?? 0
}

export interface Refund {
  userId: string
  /** Days since 1970, UTC. */
  day: number
  limit: number
}

/** Refunds one message of the day, at most `limit` times. */
export async function refundMessage(db: Queryable, { userId, day, limit }: Refund): Promise<void> {
  await db
    .updateTable('daily_messages')
    .set((eb) => ({ used: eb('used', '-', 1), refunded: eb('refunded', '+', 1) }))
    .where('user_id', '=', userId)
    .where('day', '=', day)
    .where('used', '>', 0)
    .where('refunded', '<', limit)
    .execute()
}
