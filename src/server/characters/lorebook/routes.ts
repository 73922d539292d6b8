import type { Context } from '#server/core/context.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { characterLorebookApi } from '#shared/lorebooks.ts'
import { getOwnCharacter } from '../character-scope.ts'
import type { CharacterRow } from '../queries.ts'
import { findCharacterBook, parseLorebook } from '../revisions/read-lorebook.ts'
import { updateCharacter } from '../save-character.ts'

/** The lorebook of an own character. */
export function characterLorebookRoutes(context: Context) {
  const view = async (row: CharacterRow) => ({
    lorebook: JSON.stringify((await findCharacterBook(context.db, row)) ?? { extensions: {}, entries: [] }),
    updatedAt: row.updated_at,
  })
  return handleRoutes(characterLorebookApi, () => ({
    'GET /api/characters/:id/lorebook': async ({ viewer, params }) =>
      view(await getOwnCharacter(context.db, viewer, params.id)),
    'PUT /api/characters/:id/lorebook': async ({ viewer, params, body: { lorebook, basedOn } }) => {
      const change = { replace: false, basedOn, lorebook: parseLorebook(lorebook) }
      return view(await updateCharacter(context, viewer, params.id, {}, change))
    },
  }))
}
