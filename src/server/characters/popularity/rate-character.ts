import { lockAccount } from '#server/accounts/queries.ts'
import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError } from '#server/http/api-error.ts'
import { getAccessibleCharacter } from '../character-scope.ts'
import type { CharacterRow } from '../queries.ts'
import { countRatedOfAuthor, findStars, lockCharacter, saveRating, updateTrend } from './queries.ts'
import { trendAfter, trendWeight } from './trend.ts'

/** Saves the viewer's rating of a character; a second one replaces the first. Authors cannot rate their own. */
export async function rateCharacter(
  context: Context,
  viewer: Viewer,
  id: string,
  stars: number,
): Promise<CharacterRow> {
  return context.transact(async (trx) => {
    await lockAccount(trx, context.dialect, viewer.id)
    await lockCharacter(trx, context.dialect, id)
    const row = await getAccessibleCharacter(context, viewer, id, trx)
    if (row.owner_id === viewer.id)
      throw new ApiError('forbidden', { message: 'Authors cannot rate their own characters.' })
    const now = context.clock.now()
    // Neither changing a rating nor rating all characters of one author raises the trend.
    const rated = await countRatedOfAuthor(trx, viewer.id, row)
    const rating = { userId: viewer.id, characterId: id, stars, weight: 1 / (rated + 1), now }
    const { sum, count } = await saveRating(trx, rating)
    if (rated === 0) await updateTrend(trx, id, trendAfter(row.trend, trendWeight.stars(stars), now))
    return { ...row, rating_sum: sum, rating_count: count }
  })
}

/** The viewer's own rating of a character, or null; 404 when the viewer may not access the character. */
export async function findOwnRating(context: Context, viewer: Viewer, id: string): Promise<number | null> {
  await getAccessibleCharacter(context, viewer, id)
  return findStars(context.db, viewer.id, id)
}
