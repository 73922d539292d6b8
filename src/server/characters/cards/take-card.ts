import { CardError, type CharacterCard, cardMaxima, toCard } from '#engine/cards/card.ts'
import { readCardJson } from '#engine/cards/read-card.ts'
import { bookOfCard, withBook } from '#engine/lore/book-of-card.ts'
import type { Lorebook } from '#engine/lore/lorebook.ts'
import type { Queryable } from '#server/core/context.ts'
import { fieldError } from '#server/http/api-error.ts'
import { cardLimits } from '#shared/character-cards.ts'
import { findCard, sumCards } from './queries.ts'

/** The card that came with a new character. Throws if it is none. */
export function readSentCard(text: string): CharacterCard {
  try {
    return readCardJson(text).card
  } catch (error) {
    if (error instanceof CardError) throw fieldError('card', error.message)
    throw error
  }
}

/** The card of a character with this lorebook. */
export async function withLorebook(db: Queryable, id: string, book: Lorebook): Promise<CharacterCard> {
  const card = (await findCard(db, id)) ?? toCard({ name: '', description: '' }).card
  return withBook(card, book.entries.length > 0 ? book : null)
}

/**
 * The columns of a card that is stored with a character. Throws if it is too large, or if the account has too many.
 *
 * @param id of the character, if it has been stored before
 */
export async function toCardColumns(db: Queryable, ownerId: string, card: CharacterCard, id?: string) {
  const text = JSON.stringify(card)
  if (text.length > cardMaxima.text) {
    throw fieldError('lorebook', 'The character’s card is too large with this lorebook. Please remove some entries.')
  }
  if ((await sumCards(db, ownerId, id)) + Buffer.byteLength(text) > cardLimits.perAccount) {
    const megabytes = cardLimits.perAccount / 1_000_000
    throw fieldError(
      'card',
      `An account can have ${megabytes} MB of imported cards. Delete characters that you no longer need: their space is free 30 days later.`,
    )
  }
  return { card: text, has_lorebook: bookOfCard(card) ? 1 : 0 }
}
