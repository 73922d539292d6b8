import { setImmediate } from 'node:timers/promises'
import { type Insertable, type Selectable, type SqlBool, sql, type Updateable } from 'kysely'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Queryable } from '#server/db/database.ts'
import { findRow, updateRows } from '#server/db/rows.ts'
import type { ConversationsTable, MessagesTable } from '#server/db/schema/conversations.ts'
import { saveSearchText } from '#server/db/search.ts'
import { normalizeSearchText } from '#server/db/search-tokens.ts'
import { copySuffix } from './title.ts'

export type ConversationRow = Selectable<ConversationsTable> & { id: OwnConversationId }
export type NewConversation = Insertable<ConversationsTable> & { id: OwnConversationId }
export type MessageRow = Selectable<MessagesTable>
export type OwnMessageRow = MessageRow & { conversation_id: OwnConversationId }

const find = (db: Queryable, columns: Partial<ConversationRow>) =>
  findRow(db, 'conversations', columns) as Promise<ConversationRow | undefined>

export const findConversation = (db: Queryable, userId: string, id: string) =>
  find(db, { user_id: userId, id: id as OwnConversationId, deleted_at: null })

/** The conversation of a job; undefined if it is deleted. */
export const findJobConversation = (db: Queryable, id: string) =>
  find(db, { id: id as OwnConversationId, deleted_at: null })

export async function findDeletedConversation(db: Queryable, userId: string, id: string) {
  const conversation = await find(db, { user_id: userId, id: id as OwnConversationId })
  return conversation?.deleted_at === null ? undefined : conversation
}

/** The newest id of a message: messages are ordered by their ids. */
export async function findNewestMessageId(db: Queryable): Promise<string | undefined> {
  const row = await db.selectFrom('messages').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row?.id
}

export type SearchedConversation = Pick<ConversationRow, 'id' | 'title' | 'character_name'>

/** Saves the text by which searches find a started conversation. */
export const saveConversationSearch = (db: Queryable, { id, title, character_name }: SearchedConversation) =>
  saveSearchText(db, 'conversation_search', id, normalizeSearchText(title, character_name))

/** Clears the title of a conversation, or of its copy, if it is still `title`. Null when it is another. */
export async function clearTitle(
  db: Queryable,
  id: OwnConversationId,
  title: string,
): Promise<SearchedConversation | null> {
  const copyTitle = title + copySuffix
  const untitled = await db
    .updateTable('conversations')
    .set({ title: '' })
    .where('id', '=', id)
    .where(sql<SqlBool>`(title = ${title} or substr(title, 1, ${[...copyTitle].length}) = ${copyTitle})`)
    .returning(['id', 'title', 'character_name'])
    .$narrowType<{ id: OwnConversationId }>()
    .executeTakeFirst()
  return untitled ?? null
}

export const updateConversation = (db: Queryable, id: OwnConversationId, changes: Updateable<ConversationsTable>) =>
  updateRows(db, 'conversations', { id }, changes)

/** A message that is shown. */
export async function findMessage(
  db: Queryable,
  conversationId: OwnConversationId,
  id: string,
): Promise<OwnMessageRow | undefined> {
  const message = await findStoredMessage(db, conversationId, id)
  return message?.hidden_at === null ? message : undefined
}

/** A message, hidden or not: a reply that was stopped before its first word is hidden, and its readers are sent its end. */
export function findStoredMessage(
  db: Queryable,
  conversationId: OwnConversationId,
  id: string,
): Promise<OwnMessageRow | undefined> {
  const message = findRow(db, 'messages', { conversation_id: conversationId, id })
  return message as Promise<OwnMessageRow | undefined>
}

/** Replies in a row, as in a scene, among which a message of the user is looked for. */
const mostReplies = 8

/** The shown message with this id and those before it, back to the last one of the user, oldest first. */
export async function readBackToUser(
  db: Queryable,
  conversationId: OwnConversationId,
  id: string | null,
): Promise<OwnMessageRow[]> {
  if (id === null) return []
  const { rows } = await sql<OwnMessageRow>`
    with recursive path(id, parent_id, role, step) as (
      select id, parent_id, role, 0 from messages
      where id = ${id} and conversation_id = ${conversationId} and hidden_at is null
      union all
      select messages.id, messages.parent_id, messages.role, path.step + 1
      from path join messages on messages.id = path.parent_id
      where path.role = 'character' and path.step < ${mostReplies} and messages.hidden_at is null
    )
    select messages.* from path cross join messages where messages.id = path.id order by messages.depth`.execute(db)
  return rows
}

/**
 * Locks a conversation to the end of the transaction. What writes a conversation, its messages and its memory locks them in
 * this order (in the memory: the job, the blocks, the facts), so that no two transactions wait for each other.
 */
export const lockConversationRow = (trx: Queryable, id: OwnConversationId) =>
  trx
    .updateTable('conversations')
    .set((eb) => ({ memory_version: eb.ref('memory_version') }))
    .where('id', '=', id)
    .execute()

/** Changes a message, hidden or not. */
export const updateMessage = (
  db: Queryable,
  conversationId: OwnConversationId,
  id: string,
  changes: Updateable<MessagesTable>,
) => updateRows(db, 'messages', { conversation_id: conversationId, id }, changes)

export type NewMessage = Omit<Insertable<MessagesTable>, 'status' | 'updated_at'> & Partial<Pick<MessageRow, 'status'>>

/** What a new message has where nothing else is given. In one statement, each row has the same columns. */
const messageDefaults = {
  status: 'complete',
  idempotency_key: null,
  is_seeded: 0,
  is_edited: 0,
  is_excluded: 0,
  is_unchecked: 0,
  anchor_id: null,
  speaker_id: null,
  audience: null,
  present_after: null,
  is_whisper: 0,
  round_queue: null,
  persona_id: null,
  persona_name: null,
  expression: null,
} satisfies Partial<NewMessage>

/** Rows per statement: enough to insert a history at once, few enough for every driver. */
const rowsAtOnce = 100

/** Inserts messages, parents before children; `complete` unless another status is given. */
export async function insertMessages(db: Queryable, messages: NewMessage[]): Promise<void> {
  const rows = messages.map((message) => {
    const given = Object.fromEntries(Object.entries(message).filter(([, value]) => value !== undefined)) as NewMessage
    return { ...messageDefaults, ...given, updated_at: message.created_at }
  })
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const some = rows.slice(from, from + rowsAtOnce)
    await db.insertInto('messages').values(some).execute()
  }
}

/** The text of a message as prompts and the memory have it. */
export const promptText = sql<string>`(case when messages.is_excluded = 1 then '' else messages.content end)`

/** Hides a message: nothing of a conversation is deleted while it is used. */
export const hideMessage = (db: Queryable, conversationId: OwnConversationId, id: string, now: number) =>
  updateMessage(db, conversationId, id, { hidden_at: now })

export type HistoryRow = Pick<MessageRow, 'id' | 'depth' | 'role' | 'content' | 'status' | 'persona_name'>

/**
 * The newest messages that end at `leafId`, oldest first: from `anchor` on if it is among them, else as many as hold
 * about `characters` characters of text. Excluded messages have none.
 */
export async function readHistory(
  db: Queryable,
  conversationId: OwnConversationId,
  leafId: string | null,
  { characters, anchor }: { characters: number; anchor: string | null },
): Promise<HistoryRow[]> {
  if (leafId === null) return []
  const { rows } = await sql<HistoryRow>`
    with recursive path(id, parent_id, depth, role, content, status, persona_name, total) as (
      select id, parent_id, depth, role, ${promptText}, status, persona_name, length(${promptText})
      from messages where id = ${leafId} and conversation_id = ${conversationId}
      union all
      select messages.id, messages.parent_id, messages.depth, messages.role, ${promptText}, messages.status,
        messages.persona_name, path.total + length(${promptText})
      from path join messages on messages.id = path.parent_id
      where path.total < ${characters} and path.id <> ${anchor ?? ''}
    )
    select id, depth, role, content, status, persona_name from path order by depth`.execute(db)
  return rows
}

/** The first message of the path that ends here. Walks up only where paths begin with different messages. */
export async function findOpening(db: Queryable, conversationId: OwnConversationId, leafId: string) {
  const firsts = await db
    .selectFrom('messages')
    .select('content')
    .where('conversation_id', '=', conversationId)
    .where('parent_id', 'is', null)
    .where(sql<SqlBool>`exists (select 1 from messages as next where next.parent_id = messages.id)`)
    .limit(2)
    .execute()
  if (firsts.length < 2) return firsts[0]?.content
  const first = (await readPathUp(db, conversationId, leafId)).at(-1)
  return first && (await findStoredMessage(db, conversationId, first.id))?.content
}

/** The messages from this one up to the first one: or up to a depth, and `limit` of them at the most. */
export async function readPathUp(
  db: Queryable,
  conversationId: OwnConversationId,
  messageId: string,
  { depth = 0, limit = 2 ** 31 - 1 }: { depth?: number; limit?: number } = {},
) {
  const { rows } = await sql<{ id: string; depth: number }>`
    with recursive path(id, parent_id, depth, step) as (
      select id, parent_id, depth, 1
      from messages where id = ${messageId} and conversation_id = ${conversationId}
      union all
      select messages.id, messages.parent_id, messages.depth, path.step + 1
      from path join messages on messages.id = path.parent_id
      where path.depth > ${depth} and path.step < ${limit}
    )
    select id, depth from path order by step`.execute(db)
  return rows
}

export const insertConversation = (db: Queryable, row: NewConversation) =>
  db.insertInto('conversations').values(row).execute()

/** All messages of a conversation in batches, parents before children. Other requests are answered between two batches. */
export async function* readTree(db: Queryable, conversationId: string) {
  const rows = await db
    .selectFrom('messages')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .orderBy('depth')
    .orderBy('id')
    .execute()
  const ids = rows.map(({ id }) => id)
  for (let from = 0; from < ids.length; from += treeBatch) {
    yield await readMessages(db, conversationId, ids.slice(from, from + treeBatch))
    await setImmediate()
  }
}

const treeBatch = 200

export const readMessages = (db: Queryable, conversationId: string, ids: string[]) =>
  db
    .selectFrom('messages')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .where('id', 'in', ids)
    .orderBy('depth')
    .orderBy('id')
    .execute()

/** Deletes the account's conversation so that it can be restored. Undefined if there is none. */
export const markDeleted = (db: Queryable, userId: string, id: string, now: number) =>
  db
    .updateTable('conversations')
    .set({ deleted_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(['id', 'running_reply_id'])
    .$narrowType<{ id: OwnConversationId }>()
    .executeTakeFirst()

/** Those of these conversations that belong to the user and are not deleted, the newest first. */
export async function listOwnConversationIds(db: Queryable, userId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('conversations')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('updated_at', 'desc')
    .execute()
  return rows.map(({ id }) => id)
}
