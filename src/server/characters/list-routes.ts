import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Context } from '#server/core/context.ts'
import { sendConditional, tagJson } from '#server/http/conditional-get.ts'
import { readCursor, writeCursor } from '#server/http/cursor.ts'
import { createLimiter, limits } from '#server/http/rate-limit.ts'
import { nextCursorHeader } from '#shared/character-terms.ts'
import { CharacterSummary, GalleryQuery, OwnCharactersQuery } from '#shared/characters.ts'
import { assertCanBrowse, characterScope } from './character-scope.ts'
import { readGalleryPage } from './gallery/gallery-page.ts'
import type { GalleryCache, GalleryPage } from './gallery-cache.ts'
import { listOwnCharacters } from './queries.ts'
import { viewCharacterSummary } from './view.ts'

/** Documents the response only: the lists are sent as bytes, which Fastify does not validate or serialize. */
const response = { 200: z.array(CharacterSummary) }

/** How long a character counts as new, in milliseconds. */
const newFor = 14 * 24 * 60 * 60 * 1000

export function characterListRoutes(context: Context, gallery: GalleryCache) {
  return async (instance: FastifyInstance): Promise<void> => {
    const app = instance.withTypeProvider<ZodTypeProvider>()
    const limitSearches = createLimiter(app, context, limits.searchGallery)

    app.get(
      '/api/characters/public',
      { config: { access: 'signed-in' }, schema: { querystring: GalleryQuery, response } },
      async (request, reply) => {
        const { viewer } = request
        const { search = '', cursor, only, ...query } = request.query
        if (search) await limitSearches(viewer.id)
        if (query.contentRating) assertCanBrowse(context, viewer, query.contentRating)
        const scope = characterScope(context, viewer)
        const filters = { ...query, search, after: readCursor(cursor, query.sort === 'new' ? 'time' : 'score') }
        const createdAfter = only && context.clock.now() - newFor
        let read: ReturnType<typeof readGalleryPage> | undefined
        const pageFor = async (viewerId: string | null) => {
          read ??= readGalleryPage(context, scope, { ...filters, createdAfter })
          return galleryPage(await read, viewerId)
        }
        const shared = await gallery.read(JSON.stringify([scope.browse, filters, only]), () => pageFor(null))
        const page = shared.authorIds.has(viewer.id) ? await pageFor(viewer.id) : shared
        if (page.nextCursor) reply.header(nextCursorHeader, page.nextCursor)
        return sendConditional(request, reply, page)
      },
    )

    app.get(
      '/api/characters',
      { config: { access: 'signed-in' }, schema: { querystring: OwnCharactersQuery, response } },
      async (request, reply) => {
        const { viewer } = request
        const { limit, cursor } = request.query
        const page = { limit, after: readCursor(cursor) }
        const rows = await listOwnCharacters(context.db, characterScope(context, viewer), page)
        const last = rows.at(-1)
        const nextCursor = last && rows.length === limit ? writeCursor({ value: last.created_at, id: last.id }) : ''
        if (nextCursor) reply.header(nextCursorHeader, nextCursor)
        const summaries = rows.map((row) => viewCharacterSummary(row, viewer.id))
        return sendConditional(request, reply, tagJson(summaries, nextCursor))
      },
    )
  }
}

/** A page as one viewer reads it, or, for null, as every viewer does who has no character of their own on it. */
function galleryPage(
  { rows, next }: Awaited<ReturnType<typeof readGalleryPage>>,
  viewerId: string | null,
): GalleryPage {
  const nextCursor = next && writeCursor(next)
  const summaries = rows.map((row) => viewCharacterSummary(row, viewerId))
  const authorIds = new Set(rows.map((row) => row.owner_id))
  return { ...tagJson(summaries, nextCursor ?? ''), compressed: new Map(), nextCursor, authorIds }
}
