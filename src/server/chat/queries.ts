import { type Selectable, sql } from 'kysely'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Queryable } from '#server/db/database.ts'
import type { ConversationsTable, MessagesTable } from '#server/db/schema.ts'
import { saveSearchText } from '#server/db/search.ts'
import { normalizeSearchText } from '#server/db/search-tokens.ts'
import { statement } from '#server/db/statement.ts'

export type ConversationRow = Selectable<ConversationsTable> & { id: OwnConversationId }
export type MessageRow = Selectable<MessagesTable>
export type OwnMessageRow = MessageRow & { conversation_id: OwnConversationId }

export function findConversation(db: Queryable, userId: string, id: string) {
  return db
    .selectFrom('conversations')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .$narrowType<{ id: OwnConversationId }>()
    .executeTakeFirst()
}

/** The newest id of a message: messages are ordered by their ids. */
export async function findNewestMessageId(db: Queryable): Promise<string | undefined> {
  const row = await db.selectFrom('messages').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row?.id
}

export type SearchedConversation = Pick<ConversationRow, 'id' | 'user_id' | 'title' | 'character_name'>

/** Saves what a started conversation is found by. */
export async function saveConversationSearch(db: Queryable, conversation: SearchedConversation): Promise<void> {
  const { id, user_id, title, character_name } = conversation
  const text = normalizeSearchText(title, character_name)
  await saveSearchText(db, 'conversation_search', { targetId: id, scope: user_id, text })
}

type ConversationChanges = Partial<
  Pick<
    ConversationRow,
    'title' | 'active_leaf_id' | 'anchor_id' | 'updated_at' | 'deleted_at' | 'pinned_at' | 'archived_at'
  >
>

export async function updateConversation(db: Queryable, id: OwnConversationId, changes: ConversationChanges) {
  await db.updateTable('conversations').set(changes).where('id', '=', id).execute()
}

const selectMessage = statement((db: Queryable, { conversationId, id }: { conversationId: string; id: string }) =>
  db
    .selectFrom('messages')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .where('id', '=', id)
    .$narrowType<{ conversation_id: OwnConversationId }>(),
)

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
export async function findStoredMessage(
  db: Queryable,
  conversationId: OwnConversationId,
  id: string,
): Promise<OwnMessageRow | undefined> {
  const { rows } = await selectMessage(db, { conversationId, id })
  return rows[0]
}

/** Removes the text of a message that must not be stored. */
export async function redactMessage(
  db: Queryable,
  conversationId: OwnConversationId,
  id: string,
  now: number,
): Promise<void> {
  await db
    .updateTable('messages')
    .set({ content: '', status: 'redacted', updated_at: now })
    .where('conversation_id', '=', conversationId)
    .where('id', '=', id)
    .execute()
}

const insertMessage = statement((db: Queryable, row: Required<NewMessage> & { updated_at: number }) =>
  db.insertInto('messages').values({
    id: row.id,
    conversation_id: row.conversation_id,
    parent_id: row.parent_id,
    depth: row.depth,
    role: row.role,
    content: row.content,
    status: row.status,
    idempotency_key: row.idempotency_key,
    is_seeded: row.is_seeded,
    is_edited: row.is_edited,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }),
)

export type NewMessage = Pick<
  MessageRow,
  'id' | 'conversation_id' | 'parent_id' | 'depth' | 'role' | 'content' | 'created_at'
> &
  Partial<Pick<MessageRow, 'status' | 'idempotency_key' | 'is_seeded' | 'is_edited'>>

/** Inserts messages, parents before children; `complete` unless another status is given. */
export async function insertMessages(db: Queryable, messages: NewMessage[]): Promise<void> {
  for (const message of messages) {
    const { status = 'complete', idempotency_key = null, is_seeded = 0, is_edited = 0, created_at } = message
    await insertMessage(db, { ...message, status, idempotency_key, is_seeded, is_edited, updated_at: created_at })
  }
}

/** Hides a message: nothing of a conversation is deleted while it is used. */
export async function hideMessage(db: Queryable, conversationId: OwnConversationId, id: string, now: number) {
  await db
    .updateTable('messages')
    .set({ hidden_at: now })
    .where('conversation_id', '=', conversationId)
    .where('id', '=', id)
    .execute()
}

const selectHistory = statement(
  (
    _: Queryable,
    args: { conversationId: string; leafId: string; anchor: string; characters: number },
  ) => sql<HistoryRow>`
    with recursive path(id, parent_id, depth, role, content, status, total) as (
      select id, parent_id, depth, role, content, status, length(content)
      from messages where id = ${args.leafId} and conversation_id = ${args.conversationId}
      union all
      select messages.id, messages.parent_id, messages.depth, messages.role, messages.content, messages.status,
        path.total + length(messages.content)
      from path join messages on messages.id = path.parent_id
      where path.total < ${args.characters} and path.id <> ${args.anchor}
    )
    select id, role, content, status from path order by depth`,
)

export type HistoryRow = Pick<MessageRow, 'id' | 'role' | 'content' | 'status'>

/**
 * The newest messages that end at `leafId`, oldest first: from `anchor` on if it is among them, else as many as hold
 * about `characters` characters of text.
 */
export async function readHistory(
  db: Queryable,
  conversationId: OwnConversationId,
  leafId: string | null,
  { characters, anchor }: { characters: number; anchor: string | null },
): Promise<HistoryRow[]> {
  if (leafId === null) return []
  const { rows } = await selectHistory(db, { conversationId, leafId, characters, anchor: anchor ?? '' })
  return rows
}
