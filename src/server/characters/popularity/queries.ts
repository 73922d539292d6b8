import { sql } from 'kysely'
import type { Queryable } from '#server/db/database.ts'
import type { Dialect } from '#server/db/dialect.ts'
import { findRow, updateRows } from '#server/db/rows.ts'

/** Locks a character's row, so that concurrent ratings and turns are all counted. SQLite has a single writer. */
export async function lockCharacter(db: Queryable, dialect: Dialect, id: string): Promise<void> {
  if (dialect === 'postgres') {
    await db.selectFrom('characters').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  }
}

/**
 * By which characters are sorted: the mean of the ratings with one of three stars, so that a single reader does not put one
 * before all others. The ratings that a reader gives to one author weigh less and less.
 */
export const ratingScore = sql<number>`coalesce((sum(stars * weight) + 3) / (sum(weight) + 1), 0)`

interface NewRating {
  userId: string
  characterId: string
  stars: number
  weight: number
  now: number
}

/** Saves one account's rating and recomputes the character's totals from all ratings. A changed one keeps its weight. */
export async function saveRating(
  db: Queryable,
  { userId, characterId, stars, weight, now }: NewRating,
): Promise<{ sum: number; count: number }> {
  await db
    .insertInto('character_ratings')
    .values({ user_id: userId, character_id: characterId, stars, weight, updated_at: now })
    .onConflict((oc) => oc.columns(['user_id', 'character_id']).doUpdateSet({ stars, updated_at: now }))
    .execute()
  const totals = await db
    .selectFrom('character_ratings')
    .select((eb) => [eb.fn.sum<number>('stars').as('sum'), eb.fn.countAll<number>().as('count')])
    .select(ratingScore.as('score'))
    .where('character_id', '=', characterId)
    .executeTakeFirstOrThrow()
  const sum = Number(totals.sum)
  const count = Number(totals.count)
  await updateRows(
    db,
    'characters',
    { id: characterId },
    { rating_sum: sum, rating_count: count, rating_score: totals.score },
  )
  return { sum, count }
}

/** How many characters of this one's author the account has rated. Each sample character counts as its own author. */
export async function countRatedOfAuthor(
  db: Queryable,
  userId: string,
  { id, owner_id, sample_slug }: { id: string; owner_id: string; sample_slug: string | null },
): Promise<number> {
  const { count } = await db
    .selectFrom('character_ratings')
    .innerJoin('characters', 'characters.id', 'character_ratings.character_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('character_ratings.user_id', '=', userId)
    .where((eb) => (sample_slug === null ? eb('characters.owner_id', '=', owner_id) : eb('characters.id', '=', id)))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The viewer's own rating of a character. */
export async function findStars(db: Queryable, userId: string, characterId: string): Promise<number | null> {
  return (await findRow(db, 'character_ratings', { user_id: userId, character_id: characterId }))?.stars ?? null
}

export interface TrendTurn {
  userId: string
  characterId: string
  /** Since 1970, in UTC. */
  day: number
}

/** Whether a turn of this account with this character was counted on this day. */
export async function isTrendTurnCounted(db: Queryable, { userId, characterId, day }: TrendTurn): Promise<boolean> {
  const last = await findRow(db, 'trend_turns', { user_id: userId, character_id: characterId })
  return last !== undefined && last.day >= day
}

/** Records that a turn of the account counts for this day. False when an earlier one has counted. */
export async function claimTrendTurn(db: Queryable, { userId, characterId, day }: TrendTurn): Promise<boolean> {
  const result = await db
    .insertInto('trend_turns')
    .values({ user_id: userId, character_id: characterId, day })
    .onConflict((oc) => oc.columns(['user_id', 'character_id']).doUpdateSet({ day }).where('trend_turns.day', '<', day))
    .executeTakeFirst()
  return Number(result.numInsertedOrUpdatedRows) > 0
}

export async function readTrend(db: Queryable, id: string): Promise<number> {
  const { trend } = await db.selectFrom('characters').select('trend').where('id', '=', id).executeTakeFirstOrThrow()
  return trend
}

export const updateTrend = (db: Queryable, id: string, trend: number) => updateRows(db, 'characters', { id }, { trend })
