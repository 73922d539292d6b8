import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Context } from '#server/core/context.ts'
import { sendConditional, tagJson } from '#server/http/conditional-get.ts'
import { readCursor, writeCursor } from '#server/http/cursor.ts'
import { nextCursorHeader } from '#shared/character-terms.ts'
import { CharacterSummary, GalleryQuery } from '#shared/characters.ts'
import { assertCanBrowse, type CharacterScope, characterScope } from './character-scope.ts'
import type { GalleryCache, GalleryPage } from './gallery-cache.ts'
import { type GalleryFilters, listGallery, listOwnCharacters } from './queries.ts'
import { viewCharacterSummary } from './view.ts'

/** Documents the response only: the lists are sent as bytes, which Fastify does not validate or serialize. */
const response = { 200: z.array(CharacterSummary) }

export function characterListRoutes(context: Context, gallery: GalleryCache) {
  return async (instance: FastifyInstance): Promise<void> => {
    const app = instance.withTypeProvider<ZodTypeProvider>()

    app.get(
      '/api/characters/public',
      { config: { access: 'signed-in' }, schema: { querystring: GalleryQuery, response } },
      async (request, reply) => {
        const { viewer } = request
        const { search = '', cursor, ...query } = request.query
        if (query.contentRating) assertCanBrowse(context, viewer, query.contentRating)
        const scope = characterScope(context, viewer)
        const filters = { ...query, search, after: readCursor(cursor, query.sort === 'new' ? 'time' : 'score') }
        const load = (viewerId: string | null) => loadGalleryPage(context, scope, filters, viewerId)
        const shared = await gallery.read(JSON.stringify([scope.browse, filters]), () => load(null))
        const page = shared.authorIds.has(viewer.id) ? await load(viewer.id) : shared
        if (page.nextCursor) reply.header(nextCursorHeader, page.nextCursor)
        return sendConditional(request, reply, page)
      },
    )

    app.get('/api/characters', { config: { access: 'signed-in' }, schema: { response } }, async (request, reply) => {
      const { viewer } = request
      const rows = await listOwnCharacters(context.db, characterScope(context, viewer))
      return sendConditional(request, reply, tagJson(rows.map((row) => viewCharacterSummary(row, viewer.id))))
    })
  }
}

/** A page as one viewer reads it, or, for null, as every viewer does who has no character of their own on it. */
async function loadGalleryPage(
  context: Context,
  scope: CharacterScope,
  filters: GalleryFilters,
  viewerId: string | null,
): Promise<GalleryPage> {
  const rows = await listGallery(context.db, context.dialect, scope, filters)
  const last = rows.at(-1)
  const nextCursor = last && rows.length === filters.limit ? writeCursor({ value: last.sort_value, id: last.id }) : null
  const json = tagJson(
    rows.map((row) => viewCharacterSummary(row, viewerId)),
    nextCursor ?? '',
  )
  return { ...json, nextCursor, authorIds: new Set(rows.map((row) => row.owner_id)) }
}
