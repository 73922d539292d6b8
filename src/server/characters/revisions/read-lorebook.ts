import type { CharacterCard } from '#engine/cards/card.ts'
import { bookOfCard } from '#engine/lore/book-of-card.ts'
import {
  entryName,
  type Lorebook,
  LorebookError,
  type LoreEntry,
  lorebookMaxima,
  readLorebook,
  tooLarge,
} from '#engine/lore/lorebook.ts'
import type { Queryable } from '#server/core/context.ts'
import { fieldError } from '#server/http/api-error.ts'
import type { CharacterRow } from '../queries.ts'
import { findRevision, findRevisionBook } from './queries.ts'

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

/** The lorebook of a revision of a character, which may have no entries. */
export async function findBookOfRevision(db: Queryable, id: string, revisionId: string): Promise<Lorebook> {
  if (!(await findRevision(db, id, revisionId))) {
    throw fieldError('lorebookOf', 'This version is not kept any more. Discard your changes, and restore another one.')
  }
  const book = await findCharacterBook(db, { id, has_lorebook: 1, revision_id: revisionId })
  return book ?? { extensions: {}, entries: [] }
}

/** The entries of a lorebook that are not in the other one, as a text. */
export function entriesWithout(book: Lorebook | null, other: Lorebook | null): string {
  const known = new Set(other?.entries.map((entry) => JSON.stringify(entry)))
  const entries = book?.entries.filter((entry) => !known.has(JSON.stringify(entry))) ?? []
  // The name can be the keys.
  const toText = (entry: LoreEntry) =>
    [...new Set([`${entryName(entry)}${entry.enabled ? '' : ' (off)'}`, entry.keys.join(', '), entry.content])].join(
      '\n',
    )
  return entries.map(toText).join('\n\n')
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
