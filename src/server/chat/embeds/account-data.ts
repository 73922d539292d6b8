import type { AccountDataSource } from '#server/accounts/account-data-source.ts'
import { eraseFrom } from '#server/accounts/queries.ts'
import { listEmbedsOf } from './queries.ts'

export const ownEmbeds: AccountDataSource = {
  name: 'embeds',
  async *export({ db }, userId) {
    for (const { character_id: characterId, origins } of await listEmbedsOf(db, userId)) {
      yield { characterId, origins: JSON.parse(origins) as string[] }
    }
  },
  erase: eraseFrom('embeds', 'user_id'),
}
