import type { CharacterCard } from '../cards/card.ts'
import { type Lorebook, LorebookError, toLorebook } from './lorebook.ts'

/**
 * The lorebook of a character card; null if there is none, or none that can be read.
 *
 * @example
 * bookOfCard({ data: { character_book: { entries: [{ keys: ['reef'], content: 'Sharp.' }] } } }).entries.length // 1
 * bookOfCard({ data: { character_book: { entries: [] } } }) // null
 */
export function bookOfCard({ data }: Pick<CharacterCard, 'data'>): Lorebook | null {
  try {
    const book = toLorebook(data.character_book)
    return book.entries.length > 0 ? book : null
  } catch (error) {
    if (error instanceof LorebookError) return null
    throw error
  }
}

/**
 * The card with another lorebook, or with none.
 *
 * @example
 * withBook({ data: { name: 'Ilse', character_book: {} } }, null).data // { name: 'Ilse' }
 */
export function withBook(card: CharacterCard, book: Lorebook | null): CharacterCard {
  const { character_book, ...data } = card.data
  return { ...card, data: { ...data, ...(book && { character_book: book }) } as CharacterCard['data'] }
}
