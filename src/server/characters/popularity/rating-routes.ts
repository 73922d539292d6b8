import type { Context } from '#server/core/context.ts'
import { createRoutes } from '#server/http/create-routes.ts'
import { Character, OwnRating, RatingRequest } from '#shared/characters.ts'
import { ById } from '#shared/routes.ts'
import { viewCharacter } from '../view.ts'
import { findOwnRating, rateCharacter } from './rate-character.ts'

export function ratingRoutes(context: Context) {
  return createRoutes((app) => {
    app.get(
      '/api/characters/:id/rating',
      { config: { access: 'signed-in' }, schema: { params: ById, response: { 200: OwnRating } } },
      async (request) => {
        const { viewer } = request
        return { stars: await findOwnRating(context, viewer, request.params.id) }
      },
    )

    app.put(
      '/api/characters/:id/rating',
      { config: { access: 'signed-in' }, schema: { params: ById, body: RatingRequest, response: { 200: Character } } },
      async (request) => {
        const { viewer } = request
        const row = await rateCharacter(context, viewer, request.params.id, request.body.stars)
        return viewCharacter(row, viewer.id)
      },
    )
  })
}
