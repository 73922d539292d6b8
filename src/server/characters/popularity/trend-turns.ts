import type { Context } from '#server/core/context.ts'
import { recentEntries } from '#server/core/recent-entries.ts'
import { claimTrendTurn, lockCharacter, readTrend, updateTrend } from './queries.ts'
import { trendAfter, trendWeight } from './trend.ts'

const dayLength = 86_400_000
/** Pairs of an account and a character, about 200 bytes each. */
const maxPairs = 20_000

interface Turn {
  userId: string
  character: { id: string; owner_id: string }
}

/**
 * Counts turns towards the trend of characters: an account's first successful turn with a character on a day (UTC), and
 * none of the author's. The pairs counted today are in memory too, so that further turns need no statement.
 */
export class TrendTurns {
  readonly #context: Context
  readonly #counted = recentEntries<number>(maxPairs)

  constructor(context: Context) {
    this.#context = context
  }

  async count({ userId, character }: Turn): Promise<void> {
    if (character.owner_id === userId) return
    const { clock, dialect, transactUnsynced } = this.#context
    const now = clock.now()
    const day = Math.floor(now / dayLength)
    const pair = `${userId} ${character.id}`
    if (this.#counted.get(pair) === day) return
    await transactUnsynced(async (trx) => {
      if (!(await claimTrendTurn(trx, { userId, characterId: character.id, day }))) return
      await lockCharacter(trx, dialect, character.id)
      const trend = await readTrend(trx, character.id)
      await updateTrend(trx, character.id, trendAfter(trend, trendWeight.turn, now))
    })
    this.#counted.set(pair, day)
  }
}
