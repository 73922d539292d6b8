import { type Selectable, sql } from 'kysely'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Queryable } from '#server/db/database.ts'
import type { ConversationsTable, MessagesTable } from '#server/db/schema.ts'
import { containing, searchable } from '#server/db/search.ts'

export type ConversationRow = Selectable<ConversationsTable> & { id: OwnConversationId }
export type MessageRow = Selectable<MessagesTable>
export type OwnMessageRow = MessageRow & { conversation_id: OwnConversationId }

/** A conversation with what its list entry shows. Every read names whose it is. */
const listed = (db: Queryable, userId: string) =>
  db
    .selectFrom('conversations')
    .innerJoin('characters', 'characters.id', 'conversations.character_id')
    .innerJoin('users as author', 'author.id', 'characters.owner_id')
    .leftJoin('messages as leaf', 'leaf.id', 'conversations.active_leaf_id')
    .selectAll('conversations')
    .select([
      'characters.name as character_name',
      'characters.avatar as character_avatar',
      'characters.category as character_category',
      'characters.owner_id as character_owner_id',
      'characters.is_public as character_is_public',
      'characters.content_rating as character_content_rating',
      'characters.deleted_at as character_deleted_at',
      'author.deletion_requested_at as author_leaving_at',
      'author.account_type as author_account_type',
      'leaf.depth as leaf_depth',
      sql<string | null>`substr(leaf.content, 1, 200)`.as('leaf_text'),
    ])
    .where('conversations.user_id', '=', userId)
    .$narrowType<{ id: OwnConversationId }>()

export type ListedConversation = Awaited<ReturnType<typeof listConversations>>[number]

export function listConversations(
  db: Queryable,
  userId: string,
  page: {
    characterId: string | undefined
    search: string
    limit: number
    after: { value: number; id: string } | null
  },
) {
  const { after, characterId } = page
  const words = searchable(page.search).split(' ').filter(Boolean)
  return listed(db, userId)
    .where('conversations.deleted_at', 'is', null)
    .where('conversations.started_at', 'is not', null)
    .$if(characterId !== undefined, (query) => query.where('conversations.character_id', '=', characterId ?? ''))
    .where((eb) =>
      eb.and(
        words.map(
          (word) =>
            sql<boolean>`lower(conversations.title || ' ' || characters.name) like ${containing(word)} escape '\\'`,
        ),
      ),
    )
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(conversations.updated_at, conversations.id) < (${after?.value}, ${after?.id})`),
    )
    .orderBy('conversations.updated_at', 'desc')
    .orderBy('conversations.id', 'desc')
    .limit(page.limit)
    .execute()
}

export function findListedConversation(db: Queryable, userId: string, id: string) {
  return listed(db, userId)
    .where('conversations.id', '=', id)
    .where('conversations.deleted_at', 'is', null)
    .executeTakeFirst()
}

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

export function findDeletedConversation(db: Queryable, userId: string, id: string) {
  return db
    .selectFrom('conversations')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .$narrowType<{ id: OwnConversationId }>()
    .executeTakeFirst()
}

export async function insertConversation(db: Queryable, row: ConversationRow): Promise<void> {
  await db.insertInto('conversations').values(row).execute()
}

type ConversationChanges = Partial<
  Pick<ConversationRow, 'title' | 'active_leaf_id' | 'anchor_id' | 'updated_at' | 'deleted_at'>
>

export async function updateConversation(db: Queryable, id: OwnConversationId, changes: ConversationChanges) {
  await db.updateTable('conversations').set(changes).where('id', '=', id).execute()
}

/** Records the conversation's first turn; false when it had one before. */
export async function startConversation(
  db: Queryable,
  start: { conversationId: OwnConversationId; title: string; now: number },
): Promise<boolean> {
  const result = await db
    .updateTable('conversations')
    .set({ started_at: start.now, title: sql`case when title = '' then ${start.title} else title end` })
    .where('id', '=', start.conversationId)
    .where('started_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0
}

/** Deletes up to `limit` conversations without a message, with their greetings. Returns how many. */
export async function deleteNotStarted(db: Queryable, createdBefore: number, limit: number): Promise<number> {
  const result = await db
    .deleteFrom('conversations')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('conversations')
        .select('id')
        .where('started_at', 'is', null)
        .where('created_at', '<=', createdBefore)
        .limit(limit),
    )
    // Again, for a turn that began after the subquery was read (PostgreSQL).
    .where('started_at', 'is', null)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** Takes the conversation for one reply; false when another is still being written. The row decides. */
export async function beginTurn(
  db: Queryable,
  turn: { conversationId: OwnConversationId; replyId: string; now: number },
): Promise<boolean> {
  const result = await db
    .updateTable('conversations')
    .set({ running_reply_id: turn.replyId, active_leaf_id: turn.replyId, updated_at: turn.now })
    .where('id', '=', turn.conversationId)
    .where('deleted_at', 'is', null)
    .where('running_reply_id', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0
}

export async function insertMessages(db: Queryable, rows: MessageRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += 100) {
    await db
      .insertInto('messages')
      .values(rows.slice(start, start + 100))
      .execute()
  }
}

export function findMessage(db: Queryable, conversationId: OwnConversationId, id: string) {
  return db
    .selectFrom('messages')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .where('id', '=', id)
    .where('hidden_at', 'is', null)
    .$narrowType<{ conversation_id: OwnConversationId }>()
    .executeTakeFirst()
}

/** The message a client's own id already stands for, with the turn it began. */
export async function findSent(db: Queryable, idempotencyKey: string | null) {
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

/** The `limit` messages that end at `leafId`, oldest first: a walk up the tree, as long as the page and no longer. */
export async function readPath(
  db: Queryable,
  conversationId: OwnConversationId,
  leafId: string,
  limit: number,
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    with recursive path(id, parent_id, step) as (
      select id, parent_id, 1 from messages where id = ${leafId} and conversation_id = ${conversationId}
      union all
      select messages.id, messages.parent_id, path.step + 1
      from path join messages on messages.id = path.parent_id where path.step < ${limit}
    )
    select messages.* from path join messages on messages.id = path.id order by messages.depth`.execute(db)
  return rows
}

/**
 * The newest lines that end at `leafId`, oldest first: from `anchor` on if it is among them, else as many as hold about
 * `characters` of text.
 */
export async function readHistory(
  db: Queryable,
  conversationId: OwnConversationId,
  leafId: string,
  { characters, anchor }: { characters: number; anchor: string | null },
): Promise<Pick<MessageRow, 'id' | 'role' | 'content' | 'status'>[]> {
  const { rows } = await sql<Pick<MessageRow, 'id' | 'role' | 'content' | 'status'>>`
    with recursive path(id, parent_id, depth, role, content, status, total) as (
      select id, parent_id, depth, role, content, status, length(content)
      from messages where id = ${leafId} and conversation_id = ${conversationId}
      union all
      select messages.id, messages.parent_id, messages.depth, messages.role, messages.content, messages.status,
        path.total + length(messages.content)
      from path join messages on messages.id = path.parent_id where path.total < ${characters} and path.id <> ${anchor ?? ''}
    )
    select id, role, content, status from path order by depth`.execute(db)
  return rows
}

/** Ids of every version of each of these lines, oldest first, keyed by their parent (`''` for the first line). */
export async function readSiblings(
  db: Queryable,
  conversationId: OwnConversationId,
  parents: (string | null)[],
): Promise<Map<string, string[]>> {
  const ids = parents.filter((id) => id !== null)
  const rows = await db
    .selectFrom('messages')
    .select(['id', 'parent_id'])
    .where('conversation_id', '=', conversationId)
    .where('hidden_at', 'is', null)
    .where((eb) =>
      eb.or([
        ...(ids.length > 0 ? [eb('parent_id', 'in', ids)] : []),
        ...(parents.includes(null) ? [eb('parent_id', 'is', null)] : []),
        eb.val(false).$castTo<boolean>(),
      ]),
    )
    .orderBy('id')
    .execute()
  const siblings = new Map<string, string[]>()
  for (const { id, parent_id } of rows) siblings.set(parent_id ?? '', [...(siblings.get(parent_id ?? '') ?? []), id])
  return siblings
}

export async function hideMessage(
  db: Queryable,
  conversationId: OwnConversationId,
  id: string,
  now: number,
): Promise<void> {
  await db
    .updateTable('messages')
    .set({ hidden_at: now })
    .where('conversation_id', '=', conversationId)
    .where('id', '=', id)
    .execute()
}
