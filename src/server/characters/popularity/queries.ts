import type { Queryable } from '#server/db/database.ts'
import type { Dialect } from '#server/db/dialect.ts'

/** Locks a character's row, so that concurrent ratings and turns are all counted. SQLite has a single writer. */
export async function lockCharacter(db: Queryable, dialect: Dialect, id: string): Promise<void> {
  if (dialect === 'postgres') {
    await db.selectFrom('characters').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  }
}

/** Saves one account's rating and recomputes the character's totals from all ratings. */
export async function saveRating(
  db: Queryable,
  rating: { userId: string; characterId: string; stars: number; now: number },
): Promise<{ sum: number; count: number; isFirst: boolean }> {
  const { userId: user_id, characterId: character_id, stars, now: updated_at } = rating
  const inserted = await db
    .insertInto('character_ratings')
    .values({ user_id, character_id, stars, updated_at })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst()
  const isFirst = Number(inserted.numInsertedOrUpdatedRows) > 0
  if (!isFirst) {
    await db
      .updateTable('character_ratings')
      .set({ stars, updated_at })
      .where('user_id', '=', user_id)
      .where('character_id', '=', character_id)
      .execute()
  }
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
  return { sum, count, isFirst }
}

/** The viewer's own rating of a character. */
export async function findStars(db: Queryable, userId: string, characterId: string): Promise<number | null> {
  const row = await db
    .selectFrom('character_ratings')
    .select('stars')
    .where('user_id', '=', userId)
    .where('character_id', '=', characterId)
    .executeTakeFirst()
  return row?.stars ?? null
}

/** Records that a turn of the account counts for this day. False when an earlier one has counted. */
export async function claimTrendTurn(
  db: Queryable,
  { userId, characterId, day }: { userId: string; characterId: string; day: number },
): Promise<boolean> {
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

export async function updateTrend(db: Queryable, id: string, trend: number): Promise<void> {
  await db.updateTable('characters').set({ trend }).where('id', '=', id).execute()
}
