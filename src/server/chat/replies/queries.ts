import { sql } from 'kysely'
import { addConversationEvents } from '#server/accounts/webhooks/add-events.ts'
import type { Context } from '#server/core/context.ts'
import { saveJob } from '#server/core/jobs/queries.ts'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Queryable, TransactUnsynced } from '#server/db/database.ts'
import { updateRows } from '#server/db/rows.ts'
import { type Refund, refundMessage } from '../limits/queries.ts'
import type { MemoryJob } from '../memory/jobs/write-blocks.ts'
import { findHorizon, type Outcome, type Receipt } from './live-reply.ts'

export interface ReplySnapshot {
  id: string
  text: string
}

export interface EndedReply extends ReplySnapshot {
  conversationId: string
  outcome: Outcome
  /** The charge of a failed turn, to be refunded. */
  refund: Refund | null
}

/** Rows per statement: enough to make saving hundreds of replies cheap, few enough for every driver. */
const chunkSize = 100

/**
 * Saves the text of replies that are being generated. A row is updated even without new text, because `updated_at`
 * tells other instances that this one still generates it. Returns the ids of those that were asked to stop.
 */
export async function savePartialReplies(
  transact: TransactUnsynced,
  replies: ReplySnapshot[],
  now: number,
): Promise<string[]> {
  // Subscribers get this text from the stream and not from the row, so a later sync is enough.
  const { result } = await transact(async (trx) => {
    const saved: { id: string; stop_requested_at: number | null }[] = []
    for (let from = 0; from < replies.length; from += chunkSize) {
      const rows = replies.slice(from, from + chunkSize).map(({ id, text }) => sql`(${id}, ${text})`)
      const result = await sql<(typeof saved)[number]>`update messages set content = saved.column2, updated_at = ${now}
        from (values ${sql.join(rows)}) as saved
        where messages.id = saved.column1 and messages.status = 'streaming'
        returning id, stop_requested_at`.execute(trx)
      saved.push(...result.rows)
    }
    return saved
  })
  return result.filter((row) => row.stop_requested_at !== null).map((row) => row.id)
}

export function errorColumns(error: Outcome['error']) {
  const { errorType = null, userMessage = null, rule = null } = error ?? {}
  return { error_type: errorType, error_message: userMessage, error_rule: rule }
}

/**
 * Saves the end of a reply, with its receipt and what follows from it, releases its conversation, and tells the webhooks of
 * the conversation's owner.
 */
export async function saveEndedReply(
  context: Pick<Context, 'ids' | 'clock'>,
  trx: Queryable,
  { id, text, conversationId, outcome, refund }: EndedReply,
): Promise<void> {
  const { status, error, finish, model, usage, expression, receipt, isUnchecked, memoryDue } = outcome
  const now = context.clock.now()
  // The conversation first: see `lockConversationRow`. Its `updated_at` stays: it was set when the turn began.
  const released = await trx
    .updateTable('conversations')
    .set({ running_reply_id: null, ...(text !== '' && { expires_at: null }) })
    .where('id', '=', conversationId)
    .where('running_reply_id', '=', id)
    .returning(hasWebhooks.as('has_webhooks'))
    .executeTakeFirst()
  // Another instance may have taken this one for dead and interrupted the reply. The end still counts. Unchecked text from
  // before a continuation stays unchecked. A draft of the player's next message has no row.
  const { numUpdatedRows } = await trx
    .updateTable('messages')
    .set({ content: text, status, ...errorColumns(error), finish, model, usage: usage && JSON.stringify(usage) })
    .set({
      updated_at: now,
      ...(expression && { expression }),
      ...(receipt && { horizon_id: findHorizon(receipt, text) }),
      ...(isUnchecked && { is_unchecked: 1 }),
    })
    .where('id', '=', id)
    .where('status', 'in', ['streaming', 'interrupted'])
    .executeTakeFirst()
  if (receipt && text !== '') await saveReceipt(trx, { id, conversationId }, receipt)
  if (status === 'interrupted' && text === '') await hideStopped(trx, conversationId, id, now)
  if (refund) await refundMessage(trx, refund)
  if (memoryDue && text !== '') {
    const payload: MemoryJob = { leafId: id, historyTokens: memoryDue }
    await saveJob(trx, { kind: 'memory', key: conversationId, payload, now })
  }
  if (numUpdatedRows > 0n && released?.has_webhooks !== 0)
    await addConversationEvents(context, trx, [endedEvent({ id, conversationId, status })])
}

const hasWebhooks = sql<number>`case when exists (select 1 from webhooks where webhooks.user_id = conversations.user_id) then 1 else 0 end`

const endedEvent = ({ id, conversationId, status }: { id: string; conversationId: string; status: string }) => ({
  type: 'reply.ended' as const,
  conversationId,
  data: { messageId: id, status },
})

/** Saves the receipt of a reply; that of a reply that the model goes on with replaces the one before. */
async function saveReceipt(
  trx: Queryable,
  { id, conversationId }: Pick<EndedReply, 'id' | 'conversationId'>,
  { parts, next: _, ...receipt }: Receipt,
): Promise<void> {
  await trx
    .insertInto('receipts')
    .values({ ...receipt, message_id: id, conversation_id: conversationId })
    .onConflict((conflict) =>
      conflict.column('message_id').doUpdateSet((eb) => ({
        anchor_id: eb.ref('excluded.anchor_id'),
        inserts: eb.ref('excluded.inserts'),
        details: eb.ref('excluded.details'),
        request: eb.ref('excluded.request'),
      })),
    )
    .execute()
  for (let from = 0; from < parts.length; from += chunkSize) {
    const rows = parts.slice(from, from + chunkSize).map((part) => ({ ...part, conversation_id: conversationId }))
    await trx
      .insertInto('request_parts')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** A receipt, and who may see the definition of the character that replied. */
export function findReceipt(db: Queryable, conversationId: OwnConversationId, messageId: string) {
  return db
    .selectFrom('receipts')
    .innerJoin('messages', 'messages.id', 'receipts.message_id')
    .innerJoin('conversations', 'conversations.id', 'receipts.conversation_id')
    .leftJoin('characters', (join) =>
      join.on('characters.id', '=', sql<string>`coalesce(messages.speaker_id, conversations.character_id)`),
    )
    .select(['receipts.inserts', 'receipts.details', 'receipts.request', 'messages.model', 'messages.usage'])
    .select(['characters.owner_id', 'characters.is_definition_public'])
    .where('receipts.conversation_id', '=', conversationId)
    .where('receipts.message_id', '=', messageId)
    .executeTakeFirst()
}

export function readParts(db: Queryable, conversationId: OwnConversationId, numbers: number[]) {
  const parts = db.selectFrom('request_parts').select(['number', 'text']).where('conversation_id', '=', conversationId)
  return parts.where('number', 'in', numbers).execute()
}

/** The parts with these keys that the conversation has, and the number of its last part. */
export async function findKnownParts(db: Queryable, conversationId: OwnConversationId, keys: string[]) {
  const parts = db.selectFrom('request_parts').select(['key', 'number']).where('conversation_id', '=', conversationId)
  const newest = db.selectFrom(parts.orderBy('number', 'desc').limit(1).as('newest')).selectAll()
  const rows = await newest.unionAll(parts.where('key', 'in', keys)).execute()
  return { known: rows, last: Math.max(0, ...rows.map(({ number }) => number)) }
}

/**
 * Hides a reply that was stopped before its first word. The active path then ends where the user was last below the
 * previous version, or else at the message that the reply answers.
 */
async function hideStopped(trx: Queryable, conversationId: string, replyId: string, now: number): Promise<void> {
  await trx.updateTable('messages').set({ hidden_at: now }).where('id', '=', replyId).execute()
  await sql`update conversations set active_leaf_id = coalesce((
      select coalesce(leaf.id, version.id) from messages as reply
      join messages as version on version.conversation_id = reply.conversation_id
        and (version.parent_id = reply.parent_id or (version.parent_id is null and reply.parent_id is null))
        and version.role = 'character' and version.hidden_at is null
      left join messages as leaf on leaf.id = version.last_leaf_id and leaf.hidden_at is null
      where reply.id = ${replyId} order by version.id desc limit 1
    ), (select parent_id from messages where id = ${replyId}))
    where id = ${conversationId} and active_leaf_id = ${replyId}`.execute(trx)
}

/** Saves where the history of a reply's prompt begins. */
export async function updateAnchor(
  db: Queryable,
  conversationId: OwnConversationId,
  { id, anchor }: { id: string; anchor: string | null },
): Promise<void> {
  await updateRows(db, 'messages', { conversation_id: conversationId, id }, { anchor_id: anchor })
}

/** Asks the instance that generates this reply to stop it: it reads this when it next saves the text. */
export async function requestStop(
  db: Queryable,
  conversationId: OwnConversationId,
  replyId: string,
  now: number,
): Promise<void> {
  const reply = { conversation_id: conversationId, id: replyId, status: 'streaming' } as const
  await updateRows(db, 'messages', reply, { stop_requested_at: now })
}

/** The replies that an instance generates or has abandoned, and when their text was last saved. */
export function listStreamingReplies(db: Queryable): Promise<{ id: string; updated_at: number }[]> {
  return db.selectFrom('messages').select(['id', 'updated_at']).where('status', '=', 'streaming').execute()
}

/**
 * Marks abandoned replies as `interrupted`, with the text saved so far, and releases their conversations. A reply that
 * was saved since it was listed is left as it is. `isUnchecked`: the classifier has not seen the end of them.
 */
export async function interruptReplies(
  context: Pick<Context, 'ids' | 'clock' | 'transact'>,
  replies: { id: string; updated_at: number }[],
  { isUnchecked }: { isUnchecked: boolean },
): Promise<{ id: string; content: string }[]> {
  const now = context.clock.now()
  const interrupted: { id: string; content: string }[] = []
  for (let from = 0; from < replies.length; from += chunkSize) {
    const rows = replies.slice(from, from + chunkSize).map(({ id, updated_at }) => sql`(${id}, ${updated_at})`)
    const chunk = await context.transact(async (trx) => {
      const result = await sql<{ id: string; content: string; conversation_id: string }>`update messages
        set status = 'interrupted', updated_at = ${now}, is_unchecked = ${isUnchecked ? 1 : 0} from (values ${sql.join(rows)}) as listed
        where messages.id = listed.column1 and messages.updated_at = cast(listed.column2 as bigint)
          and messages.status = 'streaming'
        returning id, content, conversation_id`.execute(trx)
      const ids = result.rows.map((row) => row.id)
      if (ids.length > 0) {
        await trx
          .updateTable('conversations')
          .set({
            running_reply_id: null,
            expires_at: sql`case when exists (
              select 1 from messages where messages.id = conversations.running_reply_id and messages.content <> ''
            ) then null else expires_at end`,
          })
          .where('running_reply_id', 'in', ids)
          .execute()
      }
      const ends = result.rows.map(({ id, conversation_id }) => ({ id, conversationId: conversation_id }))
      await addConversationEvents(
        context,
        trx,
        ends.map((end) => endedEvent({ ...end, status: 'interrupted' })),
      )
      return result.rows
    })
    interrupted.push(...chunk)
  }
  return interrupted
}

/** The accounts these replies were charged to. */
export function listOwners(db: Queryable, replyIds: string[]) {
  return db
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .select(['messages.id', 'conversations.user_id', 'messages.created_at'])
    .where('messages.id', 'in', replyIds)
    .execute()
}
