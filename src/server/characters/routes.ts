import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Context } from '#server/core/context.ts'
import { notFound } from '#server/http/api-error.ts'
import { createLimiter, limits } from '#server/http/rate-limit.ts'
import { Character, CharacterPatch, OwnCharacter, SaveCharacterRequest } from '#shared/characters.ts'
import { characterScope } from './character-scope.ts'
import { deleteCharacter, restoreCharacter } from './delete-character.ts'
import type { GalleryCache } from './gallery-cache.ts'
import { characterListRoutes } from './list-routes.ts'
import { ratingRoutes } from './popularity/rating-routes.ts'
import { schedulePurgeOfCharacters } from './purge/purge-characters.ts'
import { findReadableCharacter, findReadableSample } from './queries.ts'
import { createCharacter, updateCharacter } from './save-character.ts'
import { viewCharacter, viewOwnCharacter } from './view.ts'

const params = z.object({ id: z.string().max(64) })
const own = { 200: OwnCharacter }

export function characterRoutes(context: Context, gallery: GalleryCache) {
  return async (instance: FastifyInstance): Promise<void> => {
    const app = instance.withTypeProvider<ZodTypeProvider>()
    const limitSaves = createLimiter(app, context, limits.save)
    app.addHook('onClose', schedulePurgeOfCharacters(context))
    await app.register(characterListRoutes(context, gallery))
    await app.register(ratingRoutes(context))

    app.post(
      '/api/characters',
      {
        config: { access: 'signed-in' },
        schema: { body: SaveCharacterRequest, response: { ...own, 201: OwnCharacter } },
      },
      async (request, reply) => {
        const { viewer } = request
        await limitSaves(viewer.id)
        const { id, ...fields } = request.body
        if (id) return viewOwnCharacter(await updateCharacter(context, viewer, id, fields, { replace: true }), viewer)
        return reply.status(201).send(viewOwnCharacter(await createCharacter(context, viewer, fields), viewer))
      },
    )

    app.get(
      '/api/characters/:id',
      { config: { access: 'signed-in' }, schema: { params, response: { 200: z.union([OwnCharacter, Character]) } } },
      async (request) => {
        const { viewer } = request
        const scope = characterScope(context, viewer)
        // The landing page knows sample characters by their slug.
        const row =
          (await findReadableCharacter(context.db, scope, request.params.id)) ??
          (await findReadableSample(context.db, scope, request.params.id))
        if (!row) throw notFound()
        return row.owner_id === viewer.id ? viewOwnCharacter(row, viewer) : viewCharacter(row, viewer.id)
      },
    )

    app.put(
      '/api/characters/:id',
      { config: { access: 'signed-in' }, schema: { params, body: CharacterPatch, response: own } },
      async (request) => {
        const { viewer } = request
        await limitSaves(viewer.id)
        const row = await updateCharacter(context, viewer, request.params.id, request.body, { replace: false })
        return viewOwnCharacter(row, viewer)
      },
    )

    app.delete(
      '/api/characters/:id',
      { config: { access: 'signed-in' }, schema: { params } },
      async (request, reply) => {
        const { viewer } = request
        await deleteCharacter(context, viewer, request.params.id)
        return reply.status(204).send()
      },
    )

    app.post(
      '/api/characters/:id/restore',
      { config: { access: 'signed-in' }, schema: { params, response: own } },
      async (request) => {
        const { viewer } = request
        return viewOwnCharacter(await restoreCharacter(context, viewer, request.params.id), viewer)
      },
    )
  }
}
