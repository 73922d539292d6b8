import { bookOfCard } from '#engine/lore/book-of-card.ts'
import { type Lorebook, LorebookError, lorebookMaxima, readLorebook, tooLarge } from '#engine/lore/lorebook.ts'
import type { Queryable } from '#server/core/context.ts'
import { fieldError } from '#server/http/api-error.ts'
import { findCard } from '../cards/queries.ts'
import type { CharacterRow } from '../queries.ts'

/** The lorebook in the card of a character; null if it has none, without a statement. */
export async function findCharacterBook(
  db: Queryable,
  { id, has_lorebook }: Pick<CharacterRow, 'id' | 'has_lorebook'>,
): Promise<Lorebook | null> {
  if (has_lorebook === 0) return null
  const card = await findCard(db, id)
  return card && bookOfCard(card)
}

/** The lorebook that a user has sent as text. Throws where it cannot be read or is too large. */
export function parseLorebook(text: string): Lorebook {
  try {
    const book = readLorebook(text)
    if (JSON.stringify(book).length > lorebookMaxima.text) throw tooLarge()
    return book
  } catch (error) {
    if (error instanceof LorebookError) throw fieldError('lorebook', error.message)
    throw error
  }
}
