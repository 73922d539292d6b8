import { writePersonas } from '#engine/personas/read-personas.ts'
import type { AccountDataSource } from '#server/accounts/account-data-source.ts'
import { eraseFrom } from '#server/accounts/queries.ts'
import type { Queryable } from '#server/core/context.ts'
import { listDefaults, listPersonas } from './queries.ts'
import { viewPersona } from './view.ts'

async function readAll(db: Queryable, userId: string) {
  const defaults = await listDefaults(db, userId)
  return (await listPersonas(db, userId)).map((row) => {
    const defaultFor = defaults
      .filter(({ persona_id }) => persona_id === row.id)
      .map(({ character_id }) => character_id || null)
    return { ...viewPersona(row), defaultFor }
  })
}

/** An account's personas, each with the characters for whom it is the default; `null` stands for all. */
export const ownPersonas: AccountDataSource = {
  name: 'personas',
  async *export({ db }, userId) {
    yield* await readAll(db, userId)
  },
  async *files({ db }, account) {
    for (const { name, description, createdAt, ...about } of await readAll(db, account.id)) {
      const content = writePersonas([{ name, description, isDefault: false }])
      yield { ...about, kind: 'persona', name, content, extension: 'json' }
    }
  },
  erase: eraseFrom('personas', 'owner_id'),
}
