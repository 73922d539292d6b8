import type { Context } from '#server/core/context.ts'
import { claimTrendTurn, isTrendTurnCounted, lockCharacter, readTrend, updateTrend } from './queries.ts'
import { trendAfter, trendWeight } from './trend.ts'

const dayLength = 86_400_000

interface Turn {
  userId: string
  character: { id: string; owner_id: string }
}

/**
 * Counts a turn towards the trend of its character: an account's first successful one with it on a day (UTC), and none of the
 * author's.
 */
export async function countTrendTurn(context: Context, { userId, character }: Turn): Promise<void> {
  const { clock, db, dialect, transactUnsynced } = context
  if (character.owner_id === userId) return
  const now = clock.now()
  const turn = { userId, characterId: character.id, day: Math.floor(now / dayLength) }
  if (await isTrendTurnCounted(db, turn)) return
  await transactUnsynced(async (trx) => {
    if (!(await claimTrendTurn(trx, turn))) return
    await lockCharacter(trx, dialect, character.id)
    const trend = await readTrend(trx, character.id)
    await updateTrend(trx, character.id, trendAfter(trend, trendWeight.turn, now))
  })
}
