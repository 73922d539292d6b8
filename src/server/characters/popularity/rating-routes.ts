import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Context } from '#server/core/context.ts'
import { Character, OwnRating, RatingRequest } from '#shared/characters.ts'
import { viewCharacter } from '../view.ts'
import { findOwnRating, rateCharacter } from './rate-character.ts'

const params = z.object({ id: z.string().max(64) })

export function ratingRoutes(context: Context) {
  return async (instance: FastifyInstance): Promise<void> => {
    const app = instance.withTypeProvider<ZodTypeProvider>()

    app.get(
      '/api/characters/:id/rating',
      { config: { access: 'signed-in' }, schema: { params, response: { 200: OwnRating } } },
      async (request) => {
        const { viewer } = request
        return { stars: await findOwnRating(context, viewer, request.params.id) }
      },
    )

    app.put(
      '/api/characters/:id/rating',
      { config: { access: 'signed-in' }, schema: { params, body: RatingRequest, response: { 200: Character } } },
      async (request) => {
        const { viewer } = request
        const row = await rateCharacter(context, viewer, request.params.id, request.body.stars)
        return viewCharacter(row, viewer.id)
      },
    )
  }
}
