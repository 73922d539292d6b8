import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import { characterScope } from './character-scope.ts'
import { type CharacterRow, findOwnStars, findReachableCharacter, lockFigures, rate, setTrend } from './queries.ts'
import { trendAfter, trendWeight } from './trend.ts'

/** One player, one rating; giving it again changes it. Nobody rates their own. */
export async function rateCharacter(
  context: Context,
  viewer: Viewer,
  id: string,
  stars: number,
): Promise<CharacterRow> {
  const scope = characterScope(context, viewer)
  return context.transact(async (trx) => {
    await lockFigures(trx, context.dialect, id)
    const row = await findReachableCharacter(trx, scope, id)
    if (!row) throw notFound()
    if (row.owner_id === viewer.id)
      throw new ApiError('forbidden', { message: 'Authors cannot rate their own characters.' })
    const now = context.clock.now()
    const { sum, count } = await rate(trx, { userId: viewer.id, characterId: id, stars, now })
    await setTrend(trx, id, trendAfter(row.trend, trendWeight.stars(stars), now))
    return { ...row, rating_sum: sum, rating_count: count }
  })
}

/** What the viewer gave a character they may meet; null before they did. */
export async function findOwnRating(context: Context, viewer: Viewer, id: string): Promise<number | null> {
  if (!(await findReachableCharacter(context.db, characterScope(context, viewer), id))) throw notFound()
  return findOwnStars(context.db, viewer.id, id)
}
