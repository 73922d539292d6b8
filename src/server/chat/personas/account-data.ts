import type { AccountDataSource } from '#server/accounts/account-data-source.ts'
import { deletePersonasOf, listDefaults, listPersonas } from './queries.ts'
import { viewPersona } from './view.ts'

/** An account's personas, each with the characters for whom it is the default; `null` stands for all. */
export const ownPersonas: AccountDataSource = {
  name: 'personas',
  async *export({ db }, userId) {
    const defaults = await listDefaults(db, userId)
    for (const row of await listPersonas(db, userId)) {
      const defaultFor = defaults
        .filter(({ persona_id }) => persona_id === row.id)
        .map(({ character_id }) => character_id || null)
      yield { ...viewPersona(row), defaultFor }
    }
  },
  async erase({ db }, userId) {
    await deletePersonasOf(db, userId)
  },
}
