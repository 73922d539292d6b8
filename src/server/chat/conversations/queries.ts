import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Dialect } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import { isOneOf, type SearchQuery, searchList, searchWords, textContains } from '#server/db/search.ts'
import type { Cursor } from '#server/http/cursor.ts'
import type { ConversationsQuery } from '#shared/chat.ts'
import type { ConversationRow, MessageRow } from '../queries.ts'

/** Conversations with what a list entry shows. */
const selectWhole = (db: Queryable) =>
  db
    .selectFrom('conversations')
    .innerJoin('characters', 'characters.id', 'conversations.character_id')
    .innerJoin('users as author', 'author.id', 'characters.owner_id')
    .leftJoin('messages as leaf', 'leaf.id', 'conversations.active_leaf_id')
    .selectAll('conversations')
    .select([
      'characters.name as current_name',
      'characters.avatar as current_avatar',
      'characters.category as current_category',
      'characters.owner_id as character_owner_id',
      'characters.is_public as character_is_public',
      'characters.moderation_state as character_moderation_state',
      'characters.content_rating as character_content_rating',
      'characters.deleted_at as character_deleted_at',
      'author.deletion_requested_at as author_deletion_requested_at',
      'author.account_type as author_account_type',
      'leaf.depth as leaf_depth',
      sql<string | null>`substr(leaf.content, 1, 200)`.as('leaf_text'),
    ])
    .$narrowType<{ id: OwnConversationId }>()

export type ListedConversation = Awaited<ReturnType<typeof listConversations>>[number]

interface ConversationFilters {
  characterId: string | undefined
  search: string
  show: ConversationsQuery['show']
  limit: number
  after: Cursor | null
}

/** A page of the account's conversations; with a search, of those whose title or character's name contain all its words. */
export async function listConversations(db: Queryable, dialect: Dialect, userId: string, filters: ConversationFilters) {
  const words = searchWords(filters.search)
  const { limit } = filters
  if (words.length === 0) return readPage(db, firstListed(db, userId, filters, limit))
  const search: SearchQuery = { db, dialect, table: 'conversation_search', scope: userId, words, limit }
  return searchList(search, (from) => {
    if ('found' in from) {
      const found = selectListed(selectFound(db, dialect, from.found), userId, filters)
      return readPage(db, sortIds(db.selectFrom(found.as('listed')), limit))
    }
    const matching = db
      .selectFrom(firstListed(db, userId, filters, from.first).as('listed'))
      .where(textContains(search, 'listed.id'))
    return readPage(db, sortIds(matching, limit))
  })
}

type SortedIds = SelectQueryBuilder<Database, never, { id: string; updated_at: number }>

function sortIds<DB, TB extends keyof DB>(listed: SelectQueryBuilder<DB, TB, object>, limit: number): SortedIds {
  return listed
    .select([sql.ref<string>('listed.id').as('id'), sql.ref<number>('listed.updated_at').as('updated_at')])
    .orderBy(sql.ref('listed.updated_at'), 'desc')
    .orderBy(sql.ref('listed.id'), 'desc')
    .limit(limit) as unknown as SortedIds
}

function readPage(db: Queryable, ids: SortedIds) {
  return selectWhole(db)
    .innerJoin(ids.as('page'), 'page.id', 'conversations.id')
    .orderBy('conversations.updated_at', 'desc')
    .orderBy('conversations.id', 'desc')
    .execute()
}

function firstListed(db: Queryable, userId: string, filters: ConversationFilters, limit: number) {
  return selectListed(db.selectFrom('conversations'), userId, filters)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
}

/** The conversations with these ids. The limit keeps SQLite from reading the index of the list instead. */
function selectFound(db: Queryable, dialect: Dialect, ids: string[]) {
  const found = db
    .selectFrom('conversations')
    .select(['id', 'user_id', 'character_id', 'started_at', 'updated_at', 'deleted_at', 'pinned_at', 'archived_at'])
    .where(isOneOf(dialect, ids))
    .limit(ids.length)
  return db.selectFrom(found.as('conversations')) as unknown as Conversations
}

type Conversations = SelectQueryBuilder<Database, 'conversations', object>

/** Listed conversations that come after the cursor and fit the filters, without the search. */
function selectListed(conversations: Conversations, userId: string, filters: ConversationFilters) {
  const { characterId, after } = filters
  const show = filters.search.trim() === '' ? filters.show : null
  return conversations
    .select(['id', 'updated_at'])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('started_at', 'is not', null)
    .$if(show !== null && show !== 'archived', (query) => query.where('archived_at', 'is', null))
    .$if(show === 'archived', (query) => query.where('archived_at', 'is not', null))
    .$if(show === 'pinned', (query) => query.where('pinned_at', 'is not', null))
    .$if(characterId !== undefined, (query) => query.where('character_id', '=', characterId ?? ''))
    .$if(after !== null, (query) => query.where(sql<SqlBool>`(updated_at, id) < (${after?.value}, ${after?.id})`))
}

export function findListedConversation(db: Queryable, userId: string, id: string) {
  return selectWhole(db)
    .where('conversations.user_id', '=', userId)
    .where('conversations.id', '=', id)
    .where('conversations.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Deletes the account's conversation so that it can be restored. Undefined where there is none. */
export function markDeleted(db: Queryable, userId: string, id: string, now: number) {
  return db
    .updateTable('conversations')
    .set({ deleted_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(['id', 'running_reply_id'])
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

/** The time in `deleted_at` of a conversation that is being purged: it cannot be continued or restored. */
const purging = 0

/**
 * Takes up to `limit` conversations that have expired or were deleted before `deletedBefore`: from then on they cannot be
 * used, and `deleteTrees` can delete them. Returns their ids.
 */
export async function takeExpired(
  db: Queryable,
  { now, deletedBefore, limit }: { now: number; deletedBefore: number; limit: number },
): Promise<string[]> {
  const isOver = sql<boolean>`running_reply_id is null and (expires_at <= ${now} or deleted_at < ${deletedBefore})`
  const rows = await db
    .updateTable('conversations')
    .set({ deleted_at: purging })
    .where('id', 'in', (eb) => eb.selectFrom('conversations').select('id').where(isOver).limit(limit))
    // Again, for a turn that began after the subquery was read (PostgreSQL).
    .where(isOver)
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Takes an account's oldest conversations that expire, all but the `kept` newest, like `takeExpired`. */
export async function takeExcess(
  db: Queryable,
  { userId, kept, limit }: { userId: string; kept: number; limit: number },
): Promise<string[]> {
  const canExpire = sql<boolean>`running_reply_id is null and expires_at is not null`
  const rows = await db
    .updateTable('conversations')
    .set({ deleted_at: purging })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('conversations')
        .select('id')
        .where('user_id', '=', userId)
        .where('expires_at', 'is not', null)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(kept),
    )
    .where(canExpire)
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Levels of a tree that one statement deletes: databases limit the depth of cascading deletes, and others wait for it. */
const levels = { short: 10, long: 400 }

/** Deletes conversations with their messages: short ones together, long ones a few hundred levels at a time. */
export async function deleteTrees(db: Queryable, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .deleteFrom('conversations')
    .where('id', 'in', ids)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('messages')
            .select('messages.id')
            .whereRef('messages.conversation_id', '=', 'conversations.id')
            .where('messages.depth', '>', levels.short),
        ),
      ),
    )
    .execute()
  for (const { id } of await db.selectFrom('conversations').select('id').where('id', 'in', ids).execute()) {
    while (await deleteDeepest(db, id, levels.long));
    await db.deleteFrom('conversations').where('id', '=', id).execute()
  }
}

/** Deletes the messages of the `count` deepest levels of the tree. False when none is left. */
async function deleteDeepest(db: Queryable, conversationId: string, count: number): Promise<boolean> {
  const { deepest } = await db
    .selectFrom('messages')
    .select((eb) => eb.fn.max('depth').as('deepest'))
    .where('conversation_id', '=', conversationId)
    .executeTakeFirstOrThrow()
  if (deepest === null) return false
  await db
    .deleteFrom('messages')
    .where('conversation_id', '=', conversationId)
    .where('depth', '>', Number(deepest) - count)
    .execute()
  return true
}

/** The `limit` messages that end at `leafId`, oldest first: a walk up the tree that costs as much as the page, however long the conversation is. */
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

/** Ids of the visible messages below each of these parents, oldest first; those of `null` (the first message) under `''`. */
export async function readSiblings(
  db: Queryable,
  conversationId: OwnConversationId,
  parents: (string | null)[],
): Promise<Map<string, string[]>> {
  const visible = db
    .selectFrom('messages')
    .select(['id', 'parent_id'])
    .where('conversation_id', '=', conversationId)
    .where('hidden_at', 'is', null)
  const ids = parents.filter((id) => id !== null)
  // Two statements, sorted here: with a condition for both, SQLite reads the index of all messages.
  const rows = [
    ...(ids.length > 0 ? await visible.where('parent_id', 'in', ids).execute() : []),
    ...(parents.includes(null) ? await visible.where('parent_id', 'is', null).execute() : []),
  ]
  const siblings = new Map<string, string[]>()
  for (const { id, parent_id } of rows.sort((a, b) => (a.id < b.id ? -1 : 1))) {
    siblings.set(parent_id ?? '', [...(siblings.get(parent_id ?? '') ?? []), id])
  }
  return siblings
}
