import type { Context } from '#server/core/context.ts'
import { fieldError, notFound } from '#server/http/api-error.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { characterApi } from '#shared/characters.ts'
import { characterScope } from './character-scope.ts'
import { deleteCharacter, restoreCharacter } from './delete-character.ts'
import { findOwnRating, rateCharacter } from './popularity/rate-character.ts'
import { findReadableCharacter, findReadableSample } from './queries.ts'
import { createCharacter, updateCharacter } from './save-character.ts'
import { viewCharacter, viewOwnCharacter } from './view.ts'

export function characterRoutes(context: Context) {
  return handleRoutes(characterApi, () => ({
    'POST /api/characters': async ({ viewer, body: { id, basedOn, lorebookOf, card, cardFile, ...fields } }, reply) => {
      if (id) {
        if (card || cardFile) throw fieldError('card', 'A card can only come with a new character.')
        const row = await updateCharacter(context, viewer, id, fields, { replace: true, basedOn, lorebookOf })
        return viewOwnCharacter(row, viewer)
      }
      const row = await createCharacter(context, viewer, { ...fields, card, cardFile })
      reply.status(201)
      return viewOwnCharacter(row, viewer)
    },
    'GET /api/characters/:id': async ({ viewer, params: { id } }) => {
      const scope = characterScope(context, viewer)
      // The landing page knows sample characters by their slug.
      const row =
        (await findReadableCharacter(context.db, scope, id)) ?? (await findReadableSample(context.db, scope, id))
      if (!row) throw notFound()
      return row.owner_id === viewer.id ? viewOwnCharacter(row, viewer) : viewCharacter(row, viewer.id)
    },
    'PUT /api/characters/:id': async ({ viewer, params, body: { basedOn, lorebookOf, ...fields } }) => {
      const row = await updateCharacter(context, viewer, params.id, fields, { replace: false, basedOn, lorebookOf })
      return viewOwnCharacter(row, viewer)
    },
    'DELETE /api/characters/:id': ({ viewer, params }) => deleteCharacter(context, viewer, params.id),
    'POST /api/characters/:id/restore': async ({ viewer, params }) =>
      viewOwnCharacter(await restoreCharacter(context, viewer, params.id), viewer),
    'GET /api/characters/:id/rating': async ({ viewer, params }) => ({
      stars: await findOwnRating(context, viewer, params.id),
    }),
    'PUT /api/characters/:id/rating': async ({ viewer, params, body }) =>
      viewCharacter(await rateCharacter(context, viewer, params.id, body.stars), viewer.id),
  }))
}
