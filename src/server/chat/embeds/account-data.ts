import type { AccountDataSource } from '#server/accounts/account-data-source.ts'
import { deleteEmbedsOf, listEmbedsOf } from './queries.ts'

export const ownEmbeds: AccountDataSource = {
  name: 'embeds',
  async *export({ db }, userId) {
    for (const { character_id: characterId, origins } of await listEmbedsOf(db, userId)) {
      yield { characterId, origins: JSON.parse(origins) as string[] }
    }
  },
  async erase({ db }, userId) {
    await deleteEmbedsOf(db, userId)
  },
}
