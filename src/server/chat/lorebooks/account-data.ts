import { type Lorebook, writeLorebook } from '#engine/lore/lorebook.ts'
import type { AccountDataSource } from '#server/accounts/account-data-source.ts'
import { eraseFrom } from '#server/accounts/queries.ts'
import { viewColumns } from '#server/core/fields-of.ts'
import type { Queryable } from '#server/db/database.ts'
import { listLorebooks, readLorebooks } from './queries.ts'

export const ownLorebooks: AccountDataSource = {
  name: 'lorebooks',
  async *export({ db }, userId) {
    for await (const row of readOwn(db, userId)) {
      yield viewColumns(row, 'id', 'name', 'created_at', 'updated_at', 'lorebook')
    }
  },
  async *files({ db }, { id: userId }) {
    for await (const { id, name, updated_at: updatedAt, lorebook } of readOwn(db, userId)) {
      yield { kind: 'lorebook', id, name, updatedAt, content: writeLorebook(lorebook), extension: 'json' }
    }
  },
  erase: eraseFrom('lorebooks', 'owner_id'),
}

async function* readOwn(db: Queryable, userId: string) {
  for (const { id } of await listLorebooks(db, userId)) {
    for (const row of await readLorebooks(db, userId, [id]))
      yield { ...row, lorebook: JSON.parse(row.book) as Lorebook }
  }
}
