import { downloadText } from '#client/lib/download.ts'
import { type Lorebook, writeLorebook } from '#engine/lore/lorebook.ts'
import { writeSillyTavernBook } from '#engine/lore/silly-tavern-book.ts'

export function downloadLorebook(book: Lorebook, name: string, format: 'card' | 'silly-tavern'): void {
  const text = format === 'card' ? writeLorebook(book) : writeSillyTavernBook(book)
  const file = `${name.replaceAll(/[^\p{Letter}\p{Number} _-]/gu, '').trim() || 'lorebook'}.json`
  downloadText(file, text, 'application/json')
}
