import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { allOf } from '#server/db/all-of.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Dialect } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import { isOneOf, type SearchQuery, searchList, searchWords, textContains } from '#server/db/search.ts'
import { withTagWords } from '#server/db/search-tokens.ts'
import type { Cursor } from '#server/http/cursor.ts'
import type { Category, GallerySort } from '#shared/character-terms.ts'
import type { ContentRating } from '#shared/entitlements.ts'
import { type CharacterScope, isListed, selectSummaries, withOwner } from '../queries.ts'

const sortColumn = {
  trending: 'characters.trend',
  new: 'characters.created_at',
  rating: 'characters.rating_score',
} as const satisfies Record<GallerySort, string>

export interface GalleryFilters {
  search: string
  category?: Category
  contentRating?: ContentRating
  sort: GallerySort
  /** Only characters of users that were created after this time, in milliseconds. */
  createdAfter?: number
  limit: number
  /** The list begins with the row of the cursor. */
  after: Cursor | null
}

export interface ListedId {
  id: string
  /** For spreading. Each sample character counts as one of its own, although they have the same owner. */
  author: string
  sort_value: number
}

/**
 * The characters of a page, sorted; with a search, those whose name, description, category, author and tags contain all its
 * words.
 */
export async function listGalleryIds(
  db: Queryable,
  dialect: Dialect,
  scope: CharacterScope,
  filters: GalleryFilters,
): Promise<ListedId[]> {
  const words = searchWords(withTagWords(filters.search))
  const { limit } = filters
  if (words.length === 0) return firstListed(db, scope, filters, limit).execute()
  const search: SearchQuery = { db, dialect, table: 'character_search', words, limit }
  return searchList(search, (from) => {
    if ('found' in from) {
      const found = selectListed(selectFound(db, dialect, from.found), filters, scope.browse)
      return sortIds(db.selectFrom(found.as('listed')), limit).execute()
    }
    const matching = db
      .selectFrom(firstListed(db, scope, filters, from.first).as('listed'))
      .where(textContains(search, 'listed.id'))
    return sortIds(matching, limit).execute()
  })
}

/** The characters with these ids, in their order. */
export async function readSummaries(db: Queryable, ids: string[]) {
  if (ids.length === 0) return []
  const rows = await selectSummaries(db).where('characters.id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

type SortedIds = SelectQueryBuilder<Database, never, ListedId>

/** The first listed characters. One query for each rating, since the index is sorted within a rating. */
function firstListed(db: Queryable, scope: CharacterScope, filters: GalleryFilters, limit: number): SortedIds {
  const column = sortColumn[filters.sort]
  const ratings = filters.contentRating ? [filters.contentRating] : scope.browse
  const queries = ratings.map((rating) => {
    const first = selectListed(withOwner(db), filters, [rating])
      .orderBy(column, 'desc')
      .orderBy('characters.id', 'desc')
      .limit(limit)
    return db.selectFrom(first.as('first')).select(['first.id', 'first.author', 'first.sort_value'])
  })
  return sortIds(db.selectFrom(queries.reduce((all, query) => all.unionAll(query)).as('listed')), limit)
}

function sortIds<DB, TB extends keyof DB>(listed: SelectQueryBuilder<DB, TB, object>, limit: number): SortedIds {
  return listed
    .select([
      sql.ref<string>('listed.id').as('id'),
      sql.ref<string>('listed.author').as('author'),
      sql.ref<number>('listed.sort_value').as('sort_value'),
    ])
    .orderBy(sql.ref('listed.sort_value'), 'desc')
    .orderBy(sql.ref('listed.id'), 'desc')
    .limit(limit) as unknown as SortedIds
}

/** The characters with these ids. The limit keeps SQLite from reading an index of `characters` instead. */
function selectFound(db: Queryable, dialect: Dialect, ids: string[]) {
  const found = db
    .selectFrom('characters')
    .select(['id', 'owner_id', 'category', 'content_rating', 'is_public', 'deleted_at'])
    .select(Object.values(sortColumn))
    .where(isOneOf(dialect, ids))
    .limit(ids.length)
  return db
    .selectFrom(found.as('characters'))
    .innerJoin('users', 'users.id', 'characters.owner_id') as unknown as ReturnType<typeof withOwner>
}

const author = sql<string>`case when users.is_system = 1 then characters.id else characters.owner_id end`.as('author')

/** Listed characters from the cursor on that fit the filters, without the search. */
function selectListed(
  characters: ReturnType<typeof withOwner>,
  { sort, category, contentRating, createdAfter, after }: GalleryFilters,
  ratings: ContentRating[],
) {
  const column = sql.ref<number>(sortColumn[sort])
  return characters
    .select(['characters.id', author, column.as('sort_value')])
    .where((eb) => isListed(eb, ratings))
    .where((eb) =>
      allOf(eb, [
        category !== undefined && eb('characters.category', '=', category),
        contentRating !== undefined && eb('characters.content_rating', '=', contentRating),
        createdAfter !== undefined && eb('characters.created_at', '>', createdAfter).and('users.is_system', '=', 0),
        after !== null && sql<SqlBool>`(${column}, characters.id) <= (${after.value}, ${after.id})`,
      ]),
    )
}
