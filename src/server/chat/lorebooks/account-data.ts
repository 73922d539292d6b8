import { type Lorebook, writeLorebook } from '#engine/lore/lorebook.ts'
import type { AccountDataSource } from '#server/accounts/account-data-source.ts'
import { deleteLorebooksOf, listLorebooks, readLorebooks } from './queries.ts'

export const ownLorebooks: AccountDataSource = {
  name: 'lorebooks',
  async *export({ db }, userId) {
    for (const { id } of await listLorebooks(db, userId)) {
      for (const { owner_id, entry_count, book, ...row } of await readLorebooks(db, userId, [id])) {
        const { created_at: createdAt, updated_at: updatedAt } = row
        yield { id, name: row.name, createdAt, updatedAt, lorebook: JSON.parse(book) as unknown }
      }
    }
  },
  async *files({ db }, { id: userId }) {
    for (const { id } of await listLorebooks(db, userId)) {
      for (const { name, book, updated_at: updatedAt } of await readLorebooks(db, userId, [id])) {
        const content = writeLorebook(JSON.parse(book) as Lorebook)
        yield { kind: 'lorebook', id, name, updatedAt, content, extension: 'json' }
      }
    }
  },
  async erase({ db }, userId) {
    await deleteLorebooksOf(db, userId)
  },
}
