import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { isBlank } from '#engine/is-blank.ts'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import { allOf } from '#server/db/all-of.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Dialect } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import { isOneOf, type SearchQuery, searchList, searchWords, textContains } from '#server/db/search.ts'
import type { Cursor } from '#server/http/cursor.ts'
import type { ConversationSort, ConversationsQuery } from '#shared/conversations.ts'

/** Conversations with what a list entry shows. */
const selectWhole = (db: Queryable) =>
  db
    .selectFrom('conversations')
    .innerJoin('characters', 'characters.id', 'conversations.character_id')
    .innerJoin('users as author', 'author.id', 'characters.owner_id')
    .leftJoin('messages as leaf', 'leaf.id', 'conversations.active_leaf_id')
    .selectAll('conversations')
    .select([
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

export type ListedConversation = Awaited<ReturnType<typeof listRecent>>[number]

type ConversationFilters = Omit<ConversationsQuery, 'cursor' | 'sort'> & { after: Cursor | null }

interface ConversationsPage {
  rows: ListedConversation[]
  next: Cursor | null
}

/** A page of the account's conversations; with a search, of those whose title or character's name contain all its words. */
export async function listConversations(
  db: Queryable,
  dialect: Dialect,
  userId: string,
  { sort, ...filters }: ConversationFilters & { sort: ConversationSort },
): Promise<ConversationsPage> {
  if (sort !== 'recent') return listSorted(db, dialect, userId, { ...filters, sort })
  const rows = await listRecent(db, dialect, userId, filters)
  const last = rows.at(-1)
  return { rows, next: last && rows.length === filters.limit ? { value: last.updated_at, id: last.id } : null }
}

async function listRecent(db: Queryable, dialect: Dialect, userId: string, filters: ConversationFilters) {
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

/** In the same order on both databases. */
const orders = (dialect: Dialect): Record<Exclude<ConversationSort, 'recent'>, RawBuilder<unknown>> => ({
  oldest: sql`updated_at`,
  name: sql`(select text from conversation_search where target_id = conversations.id) ${sql.raw(dialect === 'postgres' ? 'collate "C"' : '')}`,
  messages: sql`(select depth from messages where messages.id = conversations.active_leaf_id) desc`,
})

/** Sorts by anything but the newest message. It reads all conversations of the account, so the cursor is a count. */
async function listSorted(
  db: Queryable,
  dialect: Dialect,
  userId: string,
  filters: ConversationFilters & { sort: Exclude<ConversationSort, 'recent'> },
): Promise<ConversationsPage> {
  const { sort, limit, after } = filters
  const words = searchWords(filters.search)
  const offset = after?.value ?? 0
  const sorted = await selectListed(db.selectFrom('conversations'), userId, { ...filters, after: null })
    .$if(words.length > 0, (query) =>
      query.where(textContains({ dialect, table: 'conversation_search', words }, 'conversations.id')),
    )
    .orderBy(orders(dialect)[sort])
    .orderBy('id')
    .limit(limit)
    .offset(Math.max(0, offset))
    .execute()
  const ids = sorted.map(({ id }) => id)
  const byId = new Map((await listConversationsById(db, userId, ids)).map((row) => [row.id as string, row]))
  const rows = ids.flatMap((id) => byId.get(id) ?? [])
  return { rows, next: ids.length === limit ? { value: offset + limit, id: '' } : null }
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
    .select([
      'id',
      'user_id',
      'character_id',
      'started_at',
      'updated_at',
      'deleted_at',
      'pinned_at',
      'archived_at',
      'folder_id',
    ])
    .where(isOneOf(dialect, ids))
    .limit(ids.length)
  return db.selectFrom(found.as('conversations')) as unknown as Conversations
}

type Conversations = SelectQueryBuilder<Database, 'conversations', object>

/** Listed conversations that come after the cursor and fit the filters, without the search. */
function selectListed(conversations: Conversations, userId: string, filters: ConversationFilters) {
  const { characterId, folderId, after } = filters
  const show = isBlank(filters.search) ? filters.show : null
  return conversations
    .select(['id', 'updated_at'])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('started_at', 'is not', null)
    .where((eb) =>
      allOf(eb, [
        show !== null && eb('archived_at', show === 'archived' ? 'is not' : 'is', null),
        show === 'pinned' && eb('pinned_at', 'is not', null),
        characterId !== undefined && eb('character_id', '=', characterId),
        folderId !== undefined && eb('folder_id', '=', folderId),
        after !== null && sql<SqlBool>`(updated_at, id) < (${after.value}, ${after.id})`,
      ]),
    )
}

/** Those of the account's conversations with these ids that are not deleted. */
export function listConversationsById(db: Queryable, userId: string, ids: string[]): Promise<ListedConversation[]> {
  if (ids.length === 0) return Promise.resolve([])
  return selectWhole(db)
    .where('conversations.user_id', '=', userId)
    .where('conversations.id', 'in', ids)
    .where('conversations.deleted_at', 'is', null)
    .execute()
}

/** The characters of the account's listed conversations, as their conversations name them. */
export function listConversationCharacters(db: Queryable, userId: string, limit: number) {
  return db
    .selectFrom('conversations')
    .select(({ fn }) => ['character_id as id', fn.max('character_name').as('name')])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('started_at', 'is not', null)
    .groupBy('character_id')
    .orderBy('character_id')
    .limit(limit)
    .execute()
}

export function findListedConversation(db: Queryable, userId: string, id: string) {
  return selectWhole(db)
    .where('conversations.user_id', '=', userId)
    .where('conversations.id', '=', id)
    .where('conversations.deleted_at', 'is', null)
    .executeTakeFirst()
}
