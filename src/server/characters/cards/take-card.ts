import { CardError } from '#engine/cards/card.ts'
import { readCardJson } from '#engine/cards/read-card.ts'
import type { Queryable } from '#server/core/context.ts'
import { fieldError } from '#server/http/api-error.ts'
import { cardLimits } from '#shared/character-cards.ts'
import { sumCards } from './queries.ts'

/** The JSON to store of a card that comes with a new character. Throws if it is none, or if the account has too many. */
export async function takeCard(db: Queryable, ownerId: string, text: string): Promise<string> {
  const card = readOrThrow(text)
  if ((await sumCards(db, ownerId)) + Buffer.byteLength(card) > cardLimits.perAccount) {
    const megabytes = cardLimits.perAccount / 1_000_000
    throw fieldError(
      'card',
      `An account can have ${megabytes} MB of imported cards. Delete characters that you no longer need: their space is free 30 days later.`,
    )
  }
  return card
}

function readOrThrow(text: string): string {
  try {
    return JSON.stringify(readCardJson(text).card)
  } catch (error) {
    if (error instanceof CardError) throw fieldError('card', error.message)
    throw error
  }
}
