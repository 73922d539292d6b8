import type { CharacterCard } from '#engine/cards/card.ts'
import { bookOfCard } from '#engine/lore/book-of-card.ts'
import { type Lorebook, LorebookError, lorebookMaxima, readLorebook, tooLarge } from '#engine/lore/lorebook.ts'
import type { Queryable } from '#server/core/context.ts'
import { fieldError } from '#server/http/api-error.ts'
import type { CharacterRow } from '../queries.ts'
import { findRevisionBook } from '../revisions/queries.ts'

/** The lorebook of a character in its revision; null if it has none, without a statement. */
export async function findCharacterBook(
  db: Queryable,
  { id, has_lorebook, revision_id }: Pick<CharacterRow, 'id' | 'has_lorebook' | 'revision_id'>,
): Promise<Lorebook | null> {
  if (has_lorebook === 0) return null
  const { lorebook, card } = (await findRevisionBook(db, id, revision_id)) ?? { lorebook: null, card: '' }
  if (lorebook !== null) return JSON.parse(lorebook) as Lorebook | null
  return card === '' ? null : bookOfCard(JSON.parse(card) as CharacterCard)
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
