import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isBlank } from '#engine/is-blank.ts'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import { allOf } from '#server/db/all-of.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Dialect } from '#server/db/dialect.ts'
import { searchWords, textContains } from '#server/db/search.ts'
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

export type ListedConversation = Awaited<ReturnType<typeof listConversationsById>>[number]

type ConversationFilters = Omit<ConversationsQuery, 'cursor' | 'sort'> & { after: Cursor | null }

/** In the same order on both databases. */
const orders = (dialect: Dialect): Record<ConversationSort, RawBuilder<unknown>> => ({
  recent: sql`updated_at desc`,
  oldest: sql`updated_at`,
  name: sql`(select text from conversation_search where target_id = conversations.id) ${sql.raw(dialect === 'postgres' ? 'collate "C"' : '')}`,
  messages: sql`(select depth from messages where messages.id = conversations.active_leaf_id) desc`,
})

/**
 * A page of the account's conversations; with a search, of those whose title or character's name contain all its words. Sorted
 * by anything but the newest message, it reads all conversations of the account, so the cursor is a count.
 */
export async function listConversations(
  db: Queryable,
  dialect: Dialect,
  userId: string,
  { sort, ...filters }: ConversationFilters & { sort: ConversationSort },
): Promise<{ rows: ListedConversation[]; next: Cursor | null }> {
  const { limit, after } = filters
  const isRecent = sort === 'recent'
  const offset = Math.max(0, isRecent ? 0 : (after?.value ?? 0))
  const page = await selectListed(db, dialect, userId, isRecent ? filters : { ...filters, after: null })
    .orderBy(orders(dialect)[sort])
    .orderBy('id', isRecent ? 'desc' : 'asc')
    .limit(limit)
    .offset(offset)
    .execute()
  const ids = page.map(({ id }) => id)
  const byId = new Map((await listConversationsById(db, userId, ids)).map((row) => [row.id as string, row]))
  const last = page.length === limit ? page.at(-1) : undefined
  const next = isRecent ? last && { value: last.updated_at, id: last.id } : last && { value: offset + limit, id: '' }
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), next: next ?? null }
}

/** Listed conversations that come after the cursor and fit the filters. */
function selectListed(db: Queryable, dialect: Dialect, userId: string, filters: ConversationFilters) {
  const { characterId, folderId, after, search } = filters
  const words = searchWords(search)
  const show = isBlank(search) ? filters.show : null
  return db
    .selectFrom('conversations')
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
        words.length > 0 && textContains({ dialect, table: 'conversation_search', words }, 'conversations.id'),
      ]),
    )
}

/** Those of the account's conversations with these ids that are not deleted. */
export async function listConversationsById(db: Queryable, userId: string, ids: string[]) {
  if (ids.length === 0) return []
  return selectWhole(db)
    .where('conversations.user_id', '=', userId)
    .where('conversations.id', 'in', ids)
    .where('conversations.deleted_at', 'is', null)
    .execute()
}

/** The characters of the account's listed conversations, as their conversations name them. */
export const listConversationCharacters = (db: Queryable, userId: string, limit: number) =>
  db
    .selectFrom('conversations')
    .select(({ fn }) => ['character_id as id', fn.max('character_name').as('name')])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('started_at', 'is not', null)
    .groupBy('character_id')
    .orderBy('character_id')
    .limit(limit)
    .execute()

export const findListedConversation = async (db: Queryable, userId: string, id: string) =>
  (await listConversationsById(db, userId, [id]))[0]
