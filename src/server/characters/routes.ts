import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Context } from '#server/core/context.ts'
import { notFound } from '#server/http/api-error.ts'
import { readCursor, writeCursor } from '#server/http/cursor.ts'
import { limiter, limits } from '#server/http/rate-limit.ts'
import {
  Character,
  CharacterPatch,
  GalleryQuery,
  nextCursorHeader,
  OwnCharacter,
  OwnRating,
  RatingRequest,
  SaveCharacterRequest,
} from '#shared/characters.ts'
import { assertCanBrowse, characterScope } from './character-scope.ts'
import { deleteCharacter, restoreCharacter } from './delete-character.ts'
import { findReadableCharacter, listGallery, listOwnCharacters } from './queries.ts'
import { ownStars, rateCharacter } from './rate-character.ts'
import { createCharacter, updateCharacter } from './save-character.ts'
import { viewCharacter, viewOwnCharacter } from './view.ts'

const ById = z.object({ id: z.string().max(64) })

export function characterRoutes(context: Context) {
  return async (instance: FastifyInstance): Promise<void> => {
    const app = instance.withTypeProvider<ZodTypeProvider>()
    const mayWrite = limiter(app, context, limits.save)

    app.get(
      '/api/characters/public',
      { config: { access: 'signed-in' }, schema: { querystring: GalleryQuery } },
      async (request, reply) => {
        const { viewer } = request
        const { search = '', cursor, ...query } = request.query
        const { contentRating, sort, limit } = query
        if (contentRating) assertCanBrowse(context, viewer, contentRating)
        const page = { ...query, search, after: readCursor(cursor, sort === 'new' ? 'time' : 'score') }
        const rows = await listGallery(context.db, context.dialect, characterScope(context, viewer), page)
        const last = rows.at(-1)
        if (last && rows.length === limit) {
          const value = { trending: last.trend, new: last.created_at, rating: last.rating_mean }[sort]
          reply.header(nextCursorHeader, writeCursor({ value, id: last.id }))
        }
        return rows.map((row) => viewCharacter(row, viewer.id))
      },
    )

    app.get('/api/characters', { config: { access: 'signed-in' } }, async (request) => {
      const { viewer } = request
      return (await listOwnCharacters(context.db, characterScope(context, viewer))).map(viewOwnCharacter)
    })

    app.post(
      '/api/characters',
      {
        config: { access: 'signed-in' },
        schema: { body: SaveCharacterRequest, response: { 200: OwnCharacter, 201: OwnCharacter } },
      },
      async (request, reply) => {
        const { viewer } = request
        await mayWrite(request, viewer.id)
        const { id, ...fields } = request.body
        if (id) return viewOwnCharacter(await updateCharacter(context, viewer, id, fields, { replace: true }))
        return reply.status(201).send(viewOwnCharacter(await createCharacter(context, viewer, fields)))
      },
    )

    app.get('/api/characters/:id', { config: { access: 'signed-in' }, schema: { params: ById } }, async (request) => {
      const { viewer } = request
      const row = await findReadableCharacter(context.db, characterScope(context, viewer), request.params.id)
      if (!row) throw notFound()
      return row.owner_id === viewer.id ? viewOwnCharacter(row) : viewCharacter(row, viewer.id)
    })

    app.put(
      '/api/characters/:id',
      {
        config: { access: 'signed-in' },
        schema: { params: ById, body: CharacterPatch, response: { 200: OwnCharacter } },
      },
      async (request) => {
        const { viewer } = request
        await mayWrite(request, viewer.id)
        return viewOwnCharacter(
          await updateCharacter(context, viewer, request.params.id, request.body, { replace: false }),
        )
      },
    )

    app.delete(
      '/api/characters/:id',
      { config: { access: 'signed-in' }, schema: { params: ById } },
      async (request, reply) => {
        const { viewer } = request
        await deleteCharacter(context, viewer, request.params.id)
        return reply.status(204).send()
      },
    )

    app.post(
      '/api/characters/:id/restore',
      { config: { access: 'signed-in' }, schema: { params: ById, response: { 200: OwnCharacter } } },
      async (request) => {
        const { viewer } = request
        return viewOwnCharacter(await restoreCharacter(context, viewer, request.params.id))
      },
    )

    app.get(
      '/api/characters/:id/rating',
      { config: { access: 'signed-in' }, schema: { params: ById, response: { 200: OwnRating } } },
      async (request) => {
        const { viewer } = request
        return { stars: await ownStars(context, viewer, request.params.id) }
      },
    )

    app.put(
      '/api/characters/:id/rating',
      {
        config: { access: 'signed-in' },
        schema: {
          params: ById,
          body: RatingRequest,
          response: { 200: Character },
        },
      },
      async (request) => {
        const { viewer } = request
        const row = await rateCharacter(context, viewer, request.params.id, request.body.stars)
        return viewCharacter(row, viewer.id)
      },
    )
  }
}
