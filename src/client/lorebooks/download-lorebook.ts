import { type Lorebook, writeLorebook } from '#engine/lore/lorebook.ts'
import { writeSillyTavernBook } from '#engine/lore/silly-tavern-book.ts'

export function downloadLorebook(book: Lorebook, name: string, format: 'card' | 'silly-tavern'): void {
  const text = format === 'card' ? writeLorebook(book) : writeSillyTavernBook(book)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  link.download = `${name.replaceAll(/[^\p{Letter}\p{Number} _-]/gu, '').trim() || 'lorebook'}.json`
  link.click()
  URL.revokeObjectURL(link.href)
}
