import { sql } from 'kysely'
import type { Queryable, Transact, TransactUnsynced } from '#server/db/database.ts'
import { statement } from '#server/db/statement.ts'
import type { Outcome } from './live-reply.ts'

export interface ReplySnapshot {
  id: string
  text: string
}

export interface EndedReply extends ReplySnapshot {
  conversationId: string
  outcome: Outcome
}

/** Rows per statement: enough to make saving hundreds of replies cheap, few enough for every driver. */
const chunkSize = 100

/**
 * Saves the text of replies that are being generated. A row is updated even without new text: `updated_at` shows other
 * instances that this one still generates it.
 */
export async function savePartialReplies(
  transact: TransactUnsynced,
  replies: ReplySnapshot[],
  now: number,
): Promise<void> {
  // Readers have this text from the stream, not from the row, and a later sync covers it.
  await transact(async (trx) => {
    for (let from = 0; from < replies.length; from += chunkSize) {
      const rows = replies.slice(from, from + chunkSize).map(({ id, text }) => sql`(${id}, ${text})`)
      await sql`update messages set content = saved.column2, updated_at = ${now}
        from (values ${sql.join(rows)}) as saved
        where messages.id = saved.column1 and messages.status = 'streaming'`.execute(trx)
    }
  })
}

interface EndedRow {
  id: string
  text: string
  status: Outcome['status']
  errorType: string | null
  errorMessage: string | null
  model: string
  usage: string | null
  now: number
}

const endMessage = statement((db: Queryable, row: EndedRow) =>
  db
    .updateTable('messages')
    .set({
      content: row.text,
      status: row.status,
      error_type: row.errorType,
      error_message: row.errorMessage,
      model: row.model,
      usage: row.usage,
      updated_at: row.now,
    })
    .where('id', '=', row.id)
    // Another instance may have declared a slow writer dead and marked its reply as interrupted; its end still counts.
    .where((eb) => eb.or([eb('status', '=', 'streaming'), eb('status', '=', 'interrupted')])),
)

const releaseConversation = statement(
  (db: Queryable, args: { conversationId: string; replyId: string; hasText: number; now: number }) =>
    db
      .updateTable('conversations')
      .set({
        running_reply_id: null,
        updated_at: args.now,
        expires_at: sql`case when ${args.hasText} = 1 then null else expires_at end`,
      })
      .where('id', '=', args.conversationId)
      .where('running_reply_id', '=', args.replyId),
)

/** Saves the ends of replies and releases their conversations, in one transaction; resolves once it is on disk. */
export async function saveEndedReplies(transact: Transact, replies: EndedReply[], now: number): Promise<void> {
  await transact(async (trx) => {
    for (const { id, text, conversationId, outcome } of replies) {
      const { status, error, model, usage } = outcome
      await endMessage(trx, {
        id,
        text,
        status,
        errorType: error?.errorType ?? null,
        errorMessage: error?.userMessage ?? null,
        model,
        usage: usage && JSON.stringify(usage),
        now,
      })
      await releaseConversation(trx, { conversationId, replyId: id, hasText: text === '' ? 0 : 1, now })
      if (status === 'interrupted' && text === '') await hideStopped(trx, conversationId, id, now)
    }
  })
}

/** Hides a reply that was stopped before its first word: its previous version is shown, or what it was to answer. */
async function hideStopped(trx: Queryable, conversationId: string, replyId: string, now: number): Promise<void> {
  await trx.updateTable('messages').set({ hidden_at: now }).where('id', '=', replyId).execute()
  await sql`update conversations set active_leaf_id = (
      select coalesce(max(version.id), reply.parent_id) from messages as reply
      left join messages as version on version.parent_id = reply.parent_id and version.role = 'character'
        and version.hidden_at is null
      where reply.id = ${replyId} group by reply.parent_id
    ) where id = ${conversationId} and active_leaf_id = ${replyId}`.execute(trx)
}

/**
 * Marks abandoned replies as `interrupted`, with the text saved so far, and releases their
 * conversations. `silentSince`: a reply last saved at or before this time counts as abandoned.
 */
export async function interruptAbandoned(
  transact: Transact,
  { silentSince, except, now }: { silentSince: number; except: string[]; now: number },
): Promise<{ id: string; conversation_id: string; content: string; created_at: number }[]> {
  return transact(async (trx) => {
    const abandoned = await trx
      .updateTable('messages')
      .set({ status: 'interrupted', updated_at: now })
      .where('status', '=', 'streaming')
      .where('updated_at', '<=', silentSince)
      .$if(except.length > 0, (query) => query.where('id', 'not in', except))
      .returning(['id', 'conversation_id', 'content', 'created_at'])
      .execute()
    if (abandoned.length === 0) return []
    await trx
      .updateTable('conversations')
      .set({
        running_reply_id: null,
        expires_at: sql`case when exists (
          select 1 from messages where messages.id = conversations.running_reply_id and messages.content <> ''
        ) then null else expires_at end`,
      })
      .where(
        'running_reply_id',
        'in',
        abandoned.map((reply) => reply.id),
      )
      .execute()
    return abandoned
  })
}

/** The accounts these replies were charged to. */
export function ownersOf(db: Queryable, replyIds: string[]) {
  return db
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .select(['messages.id', 'conversations.user_id', 'messages.created_at'])
    .where('messages.id', 'in', replyIds)
    .execute()
}
