import { sql } from 'kysely'
import type { Queryable, Transact } from '#server/db/database.ts'
import type { Outcome } from './live-reply.ts'

export interface ReplySnapshot {
  id: string
  text: string
}

export interface EndedReply extends ReplySnapshot {
  conversationId: string
  outcome: Outcome
}

/** Rows a statement: enough to make a flush of hundreds of replies cheap, few enough for every driver. */
const chunk = 100

/**
 * Writes what live replies have said so far and commits the ended ones, in one transaction. A partial row is touched
 * even when it has no new text: the touch is its writer's sign of life.
 */
export async function writeReplies(
  transact: Transact,
  partials: ReplySnapshot[],
  ended: EndedReply[],
  now: number,
): Promise<void> {
  await transact(async (trx) => {
    for (let at = 0; at < partials.length; at += chunk) await writePartials(trx, partials.slice(at, at + chunk), now)
    for (let at = 0; at < ended.length; at += chunk) await writeEnded(trx, ended.slice(at, at + chunk), now)
  })
}

async function writePartials(db: Queryable, partials: ReplySnapshot[], now: number): Promise<void> {
  const rows = partials.map(({ id, text }) => sql`(${id}, ${text})`)
  await sql`update messages set content = written.column2, updated_at = ${now}
    from (values ${sql.join(rows)}) as written
    where messages.id = written.column1 and messages.status = 'streaming'`.execute(db)
}

async function writeEnded(db: Queryable, ended: EndedReply[], now: number): Promise<void> {
  const rows = ended.map(({ id, text, outcome: { status, fault, model, usage } }) => {
    const error = fault ? { type: fault.errorType, words: fault.userMessage } : { type: null, words: null }
    return sql`(${id}, ${text}, ${status}, ${error.type}, ${error.words}, ${model}, ${usage ? JSON.stringify(usage) : null})`
  })
  // Another instance may have taken a slow writer for dead: its end is still the truth.
  await sql`update messages set content = written.column2, status = written.column3, error_type = written.column4,
      error_message = written.column5, model = written.column6, usage = written.column7, updated_at = ${now}
    from (values ${sql.join(rows)}) as written
    where messages.id = written.column1 and messages.status in ('streaming', 'interrupted')`.execute(db)
  await db
    .updateTable('conversations')
    .set({ running_reply_id: null, updated_at: now })
    .where(
      'id',
      'in',
      ended.map((reply) => reply.conversationId),
    )
    .where(
      'running_reply_id',
      'in',
      ended.map((reply) => reply.id),
    )
    .execute()
}

/**
 * Replies whose writer is gone become `interrupted`, with what had been written of them; their conversations are free
 * again. `silentSince`: the last sign of life that still counts.
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
      .set({ running_reply_id: null })
      .where(
        'running_reply_id',
        'in',
        abandoned.map((reply) => reply.id),
      )
      .execute()
    return abandoned
  })
}

/** Whose replies these are: to give back what a lost one was charged. */
export function ownersOf(db: Queryable, replyIds: string[]) {
  return db
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .select(['messages.id', 'conversations.user_id', 'messages.created_at'])
    .where('messages.id', 'in', replyIds)
    .execute()
}

/** Charges one message of the day, or answers false when `limit` is used up: one statement, so no two can both be last. */
export async function chargeMessage(
  db: Queryable,
  charge: { userId: string; day: number; limit: number },
): Promise<boolean> {
  if (charge.limit <= 0) return false
  const row = await db
    .insertInto('daily_messages')
    .values({ user_id: charge.userId, day: charge.day, used: 1 })
    .onConflict((oc) =>
      oc
        .columns(['user_id', 'day'])
        .doUpdateSet((eb) => ({ used: eb('daily_messages.used', '+', 1) }))
        .where('daily_messages.used', '<', charge.limit),
    )
    .returning('used')
    .executeTakeFirst()
  return row !== undefined
}

export async function refundMessage(db: Queryable, charge: { userId: string; day: number }): Promise<void> {
  await db
    .updateTable('daily_messages')
    .set((eb) => ({ used: eb('used', '-', 1) }))
    .where('user_id', '=', charge.userId)
    .where('day', '=', charge.day)
    .where('used', '>', 0)
    .execute()
}
