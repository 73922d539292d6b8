import { z } from 'zod'
import type { Context } from '#server/core/context.ts'
import { notFound } from '#server/http/api-error.ts'
import { createRoutes } from '#server/http/create-routes.ts'
import { Character, CharacterPatchRequest, OwnCharacter, SaveCharacterRequest } from '#shared/characters.ts'
import { ById } from '#shared/routes.ts'
import { characterScope } from './character-scope.ts'
import { deleteCharacter, restoreCharacter } from './delete-character.ts'
import type { GalleryCache } from './gallery-cache.ts'
import { characterListRoutes } from './list-routes.ts'
import { ratingRoutes } from './popularity/rating-routes.ts'
import { findReadableCharacter, findReadableSample } from './queries.ts'
import { createCharacter, updateCharacter } from './save-character.ts'
import { viewCharacter, viewOwnCharacter } from './view.ts'

const own = { 200: OwnCharacter }

const limited = { access: 'signed-in', limit: 'save' } as const

export function characterRoutes(context: Context, gallery: GalleryCache) {
  return createRoutes(async (app) => {
    await app.register(characterListRoutes(context, gallery))
    await app.register(ratingRoutes(context))

    app.post(
      '/api/characters',
      {
        config: limited,
        schema: { body: SaveCharacterRequest, response: { ...own, 201: OwnCharacter } },
      },
      async (request, reply) => {
        const { viewer } = request
        const { id, basedOn, ...fields } = request.body
        if (id) {
          const row = await updateCharacter(context, viewer, id, fields, { replace: true, basedOn })
          return viewOwnCharacter(row, viewer)
        }
        return reply.status(201).send(viewOwnCharacter(await createCharacter(context, viewer, fields), viewer))
      },
    )

    app.get(
      '/api/characters/:id',
      {
        config: { access: 'signed-in' },
        schema: { params: ById, response: { 200: z.union([OwnCharacter, Character]) } },
      },
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
      { config: limited, schema: { params: ById, body: CharacterPatchRequest, response: own } },
      async (request) => {
        const { viewer } = request
        const { basedOn, ...fields } = request.body
        const row = await updateCharacter(context, viewer, request.params.id, fields, { replace: false, basedOn })
        return viewOwnCharacter(row, viewer)
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
      { config: { access: 'signed-in' }, schema: { params: ById, response: own } },
      async (request) => {
        const { viewer } = request
        return viewOwnCharacter(await restoreCharacter(context, viewer, request.params.id), viewer)
      },
    )
  })
}
