import { type Selectable, type SqlBool, sql } from 'kysely'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Dialect } from '#server/db/dialect.ts'
import { insertIfNew, updateRows } from '#server/db/rows.ts'
import type { CharactersTable } from '#server/db/schema/characters.ts'
import type { MessagesTable } from '#server/db/schema/conversations.ts'
import type { ReportTarget } from '#shared/moderation.ts'

export interface Target {
  type: ReportTarget
  id: string
}

/** The effects that apply to targets: of decisions that were not undone, and of flags for which they are held. */
export const listEffects = (db: Queryable, type: ReportTarget, ids: string[]) =>
  db
    .selectFrom('flags')
    .select('effect')
    .where('target_type', '=', type)
    .where('target_id', 'in', ids)
    .where((eb) =>
      eb.or([
        eb.and([eb('status', '=', 'resolved'), eb('reversed_at', 'is', null)]),
        eb.and([eb('status', 'in', ['open', 'acknowledged']), eb('effect', '=', 'held')]),
      ]),
    )
    .execute()

/** Reads and, on PostgreSQL, locks what a decision changes of a character. On SQLite the single writer is the lock. */
export const lockCharacterState = (db: Queryable, dialect: Dialect, id: string) =>
  db
    .selectFrom('characters')
    .select(['moderation_state', 'is_public'])
    .where('id', '=', id)
    .$if(dialect === 'postgres', (query) => query.forNoKeyUpdate())
    .executeTakeFirst()

type CharacterState = Pick<Selectable<CharactersTable>, 'moderation_state' | 'is_public'>

export const updateCharacterState = (db: Queryable, id: string, state: CharacterState) =>
  updateRows(db, 'characters', { id }, state)

/** A message and its copies, in the order of their conversations. The message itself may have been purged. */
export function listCopies(db: Queryable, id: string) {
  const original = sql`coalesce((select coalesce(copied_from, id) from messages where id = ${id}), ${id})`
  return db
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .select(['messages.id', 'conversation_id', 'conversations.user_id', 'messages.copied_from'])
    .where(sql<SqlBool>`(messages.id = ${original} or messages.copied_from = ${original})`)
    .orderBy('conversation_id')
    .$narrowType<{ conversation_id: OwnConversationId }>()
    .execute()
}

/**
 * Locks a message and its copies, after their conversations: every transaction that changes both locks them in this order.
 */
export async function lockMessageStates(db: Queryable, dialect: Dialect, id: string) {
  const copies = await listCopies(db, id)
  if (copies.length === 0) return []
  const conversations = copies.map(({ conversation_id }) => conversation_id)
  if (dialect === 'postgres') {
    const locked = db.selectFrom('conversations').select('id').where('id', 'in', conversations)
    await locked.orderBy('id').forNoKeyUpdate().execute()
  }
  return db
    .selectFrom('messages')
    .select(['id', 'copied_from', 'content', 'status'])
    .where(
      'id',
      'in',
      copies.map((copy) => copy.id),
    )
    .orderBy('id')
    .$if(dialect === 'postgres', (query) => query.forNoKeyUpdate())
    .execute()
}

export type MessageState = Pick<Selectable<MessagesTable>, 'content' | 'status'>

export const updateMessageState = (db: Queryable, id: string, state: MessageState) =>
  updateRows(db, 'messages', { id }, state)

export const insertRemoved = (db: Queryable, target: Target, original: unknown, now: number) =>
  insertIfNew(db, 'removed_content', {
    target_type: target.type,
    target_id: target.id,
    original: JSON.stringify(original),
    created_at: now,
  })

/** Returns the stored state of a target before its removal, and deletes it. */
export async function takeRemoved<Original>(db: Queryable, { type, id }: Target): Promise<Original | null> {
  const row = await db
    .deleteFrom('removed_content')
    .where('target_type', '=', type)
    .where('target_id', '=', id)
    .returning('original')
    .executeTakeFirst()
  return row ? (JSON.parse(row.original) as Original) : null
}

export async function findSuspensionEnd(db: Queryable, userId: string): Promise<number | null> {
  const row = await db
    .selectFrom('flags')
    .select((eb) => eb.fn.max('suspended_until').as('end'))
    .where('subject_id', '=', userId)
    .where('status', '=', 'resolved')
    .where('reversed_at', 'is', null)
    .executeTakeFirst()
  return row?.end ?? null
}

export const setSuspendedUntil = (db: Queryable, userId: string, end: number | null) =>
  updateRows(db, 'users', { id: userId }, { suspended_until: end })

/** An account that can be suspended: not the one that owns the sample characters. */
export const findSuspendable = (db: Queryable, id: string) =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'display_name', 'suspended_until'])
    .where('id', '=', id)
    .where('is_system', '=', 0)
    .executeTakeFirst()

/**
 * Locks the suspensions of an account on PostgreSQL, in the order in which decisions lock flags. The time of their end is
 * read afterwards: an earlier one would end again what another admin has just ended.
 */
export async function lockSuspensions(db: Queryable, dialect: Dialect, userId: string): Promise<void> {
  if (dialect !== 'postgres') return
  const imposed = db.selectFrom('flags').select('id').where('subject_id', '=', userId)
  await imposed.where('suspended_until', 'is not', null).orderBy('id').forNoKeyUpdate().execute()
}

/** Ends the suspensions of an account that last longer than `now`, and returns the flags that imposed them. */
export async function endSuspensions(db: Queryable, userId: string, now: number): Promise<string[]> {
  const rows = await db
    .updateTable('flags')
    .set({ suspended_until: now, updated_at: now })
    .where('subject_id', '=', userId)
    .where('status', '=', 'resolved')
    .where('reversed_at', 'is', null)
    .where('suspended_until', '>', now)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
