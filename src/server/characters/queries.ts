import { type ExpressionBuilder, type Insertable, type Selectable, type SqlBool, sql, type Updateable } from 'kysely'
import type { OwnCharacterId } from '#server/core/owned-id.ts'
import type { Dialect, Queryable } from '#server/db/database.ts'
import type { CharactersTable, Database } from '#server/db/schema.ts'
import { matchesSearch, searchable } from '#server/db/search.ts'
import type { GallerySort } from '#shared/characters.ts'
import type { ContentRating } from '#shared/entitlements.ts'
import type { CharacterScope } from './character-scope.ts'

/** What an author writes, and when. */
type RowFields = Pick<Insertable<CharactersTable>, 'name' | 'description' | 'category' | 'updated_at'> &
  Updateable<CharactersTable>

export type CharacterRow = Selectable<CharactersTable> & { owner_name: string }

const withOwner = (db: Queryable) =>
  db
    .selectFrom('characters')
    .innerJoin('users', 'users.id', 'characters.owner_id')
    .selectAll('characters')
    .select((eb) => eb.fn.coalesce('users.display_name', 'users.username').as('owner_name'))

/** One's own, newest first; what was deleted is gone from here. */
export function listOwnCharacters(db: Queryable, scope: CharacterScope) {
  return withOwner(db)
    .where('characters.owner_id', '=', scope.userId)
    .where('characters.content_rating', 'in', scope.carried)
    .where('characters.deleted_at', 'is', null)
    .orderBy('characters.created_at', 'desc')
    .orderBy('characters.id', 'desc')
    .execute()
}

export function findOwnCharacter(db: Queryable, userId: string, id: string) {
  return withOwner(db)
    .where('characters.owner_id', '=', userId)
    .where('characters.deleted_at', 'is', null)
    .where('characters.id', '=', id)
    .$narrowType<{ id: OwnCharacterId }>()
    .executeTakeFirst()
}

/** Somebody's public character whose rating the viewer may meet and whose author may still publish it. */
function isListed(eb: ExpressionBuilder<Database, 'characters' | 'users'>, scope: CharacterScope) {
  return eb.and([
    // A literal: where a partial index hangs on a parameter, SQLite prepares the statement anew each time.
    eb('characters.is_public', '=', eb.lit(1)),
    eb('characters.deleted_at', 'is', null),
    // Who is about to be deleted publishes nothing any more, and everything again after coming back.
    eb('users.deletion_requested_at', 'is', null),
    eb('characters.content_rating', 'in', scope.browse),
    eb.or([eb('characters.content_rating', '=', 'general'), eb('users.account_type', '!=', 'free')]),
  ])
}

/** A character the viewer may meet in a scene: a listed one or one of their own; otherwise nothing. */
export function findReachableCharacter(db: Queryable, scope: CharacterScope, id: string) {
  return findListedOrOwn(db, scope, { id, ratings: scope.own })
}

/** A character the viewer may read: authors read all they wrote, so that it can be made milder after a downgrade. */
export function findReadableCharacter(db: Queryable, scope: CharacterScope, id: string) {
  return findListedOrOwn(db, scope, { id, ratings: scope.carried })
}

function findListedOrOwn(
  db: Queryable,
  scope: CharacterScope,
  { id, ratings }: { id: string; ratings: ContentRating[] },
) {
  return withOwner(db)
    .where('characters.id', '=', id)
    .where((eb) =>
      eb.or([
        isListed(eb, scope),
        eb.and([
          eb('characters.owner_id', '=', scope.userId),
          eb('characters.deleted_at', 'is', null),
          eb('characters.content_rating', 'in', ratings),
        ]),
      ]),
    )
    .executeTakeFirst()
}

/** A person whose work the viewer may meet. The house, which wrote the sample cast, is no person. */
export function findReachableAuthor(db: Queryable, scope: CharacterScope, userId: string) {
  return withOwner(db)
    .clearSelect()
    .select((eb) => ['users.username', eb.fn.coalesce('users.display_name', 'users.username').as('name')])
    .where('users.id', '=', userId)
    .where('users.is_system', '=', 0)
    .where((eb) => isListed(eb, scope))
    .limit(1)
    .executeTakeFirst()
}

const sortColumn = {
  trending: 'characters.trend',
  new: 'characters.created_at',
  rating: 'characters.rating_mean',
} as const satisfies Record<GallerySort, string>

export interface GalleryPage {
  search: string
  category?: string | undefined
  contentRating?: ContentRating | undefined
  sort: GallerySort
  limit: number
  /** The sort value and id of the last row seen. */
  after: { value: number; id: string } | null
}

export function listGallery(db: Queryable, dialect: Dialect, scope: CharacterScope, page: GalleryPage) {
  const column = sortColumn[page.sort]
  const { after, category, contentRating, search } = page
  let query = withOwner(db).where((eb) => isListed(eb, scope))
  if (category) query = query.where('characters.category', '=', category)
  if (contentRating) query = query.where('characters.content_rating', '=', contentRating)
  if (search) {
    query = query.where((eb) =>
      matchesSearch(eb as unknown as ExpressionBuilder<Database, 'characters'>, dialect, search),
    )
  }
  if (after) {
    query = query.where(sql<SqlBool>`(${sql.ref(column)}, characters.id) < (${after.value}, ${after.id})`)
  }
  return query.orderBy(column, 'desc').orderBy('characters.id', 'desc').limit(page.limit).execute()
}

type Written = Omit<Insertable<CharactersTable>, 'search_text'>

export async function insertCharacter(db: Queryable, row: Written): Promise<void> {
  await db
    .insertInto('characters')
    .values({ ...row, search_text: searchTextOf(row) })
    .execute()
}

/** Writes what the author changed: either everything they write, or the marks around it. */
export async function updateOwnCharacter(
  db: Queryable,
  id: OwnCharacterId,
  changes: RowFields | Pick<Updateable<CharactersTable>, 'deleted_at'>,
): Promise<void> {
  const search = 'name' in changes ? { search_text: searchTextOf(changes) } : {}
  await db
    .updateTable('characters')
    .set({ ...changes, ...search })
    .where('id', '=', id)
    .execute()
}

function searchTextOf(row: Pick<Written, 'name' | 'description' | 'category'>): string {
  return searchable(row.name, row.description, row.category)
}

export function findDeletedCharacter(db: Queryable, userId: string, id: string) {
  return db
    .selectFrom('characters')
    .selectAll()
    .where('owner_id', '=', userId)
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .$narrowType<{ id: OwnCharacterId }>()
    .executeTakeFirst()
}

/** Private characters count towards the free limit; `except` is the one being saved. */
export async function countPrivateCharacters(db: Queryable, userId: string, except: string | null): Promise<number> {
  const { count } = await db
    .selectFrom('characters')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_id', '=', userId)
    .where('is_public', '=', 0)
    .where('deleted_at', 'is', null)
    .$if(except !== null, (query) => query.where('id', '!=', except ?? ''))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Takes the author's row, so that two saves of one author cannot both pass the count. Outside PostgreSQL the single writer is the lock. */
export async function lockAuthor(db: Queryable, dialect: Dialect, userId: string): Promise<void> {
  if (dialect === 'postgres') {
    await db.selectFrom('users').select('id').where('id', '=', userId).forUpdate().executeTakeFirst()
  }
}

/** Takes a character's figures, so that two who rate it at once are both counted. On SQLite the single writer is the lock. */
export async function lockFigures(db: Queryable, dialect: Dialect, id: string): Promise<void> {
  if (dialect === 'postgres') {
    await db.selectFrom('characters').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  }
}

/** Counts a new chat; call it with the figures locked. */
export async function addChat(db: Queryable, id: string, trend: (before: number) => number): Promise<void> {
  const before = await db.selectFrom('characters').select('trend').where('id', '=', id).executeTakeFirstOrThrow()
  await db
    .updateTable('characters')
    .set((eb) => ({ chat_count: eb('chat_count', '+', 1), trend: trend(before.trend) }))
    .where('id', '=', id)
    .execute()
}

/** Writes one player's stars and brings the character's figures up to date from all of them. */
export async function rate(
  db: Queryable,
  rating: { userId: string; characterId: string; stars: number; now: number },
): Promise<{ sum: number; count: number }> {
  await db
    .insertInto('character_ratings')
    .values({ user_id: rating.userId, character_id: rating.characterId, stars: rating.stars, updated_at: rating.now })
    .onConflict((oc) =>
      oc.columns(['user_id', 'character_id']).doUpdateSet({ stars: rating.stars, updated_at: rating.now }),
    )
    .execute()
  const totals = await db
    .selectFrom('character_ratings')
    .select((eb) => [eb.fn.sum<number>('stars').as('sum'), eb.fn.countAll<number>().as('count')])
    .where('character_id', '=', rating.characterId)
    .executeTakeFirstOrThrow()
  const sum = Number(totals.sum)
  const count = Number(totals.count)
  await db
    .updateTable('characters')
    .set({ rating_sum: sum, rating_count: count, rating_mean: sum / count })
    .where('id', '=', rating.characterId)
    .execute()
  return { sum, count }
}

/** The viewer's own stars for a character. */
export async function findOwnStars(db: Queryable, userId: string, characterId: string): Promise<number | null> {
  const row = await db
    .selectFrom('character_ratings')
    .select('stars')
    .where('user_id', '=', userId)
    .where('character_id', '=', characterId)
    .executeTakeFirst()
  return row?.stars ?? null
}

export async function setTrend(db: Queryable, id: string, trend: number): Promise<void> {
  await db.updateTable('characters').set({ trend }).where('id', '=', id).execute()
}

export async function findSampleSlugs(db: Queryable): Promise<Set<string>> {
  // Asked for as a range, which every database answers from the index, however many other characters there are.
  const rows = await db.selectFrom('characters').select('sample_slug').where('sample_slug', '>=', '').execute()
  return new Set(rows.flatMap((row) => row.sample_slug ?? []))
}
