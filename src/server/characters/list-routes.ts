import type { Context } from '#server/core/context.ts'
import { sendConditional, tagJson } from '#server/http/conditional-get.ts'
import { readCursor, writeCursor } from '#server/http/cursor.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { createLimiter, limits } from '#server/http/rate-limit.ts'
import { nextCursorHeader } from '#shared/character-terms.ts'
import { characterListApi } from '#shared/characters.ts'
import { assertCanBrowse, characterScope } from './character-scope.ts'
import { readGallery } from './gallery/read-gallery.ts'
import type { GalleryCache } from './gallery-cache.ts'
import { listOwnCharacters } from './queries.ts'
import { viewCharacterSummary } from './view.ts'

export function characterListRoutes(context: Context, gallery: GalleryCache) {
  return handleRoutes(characterListApi, (app) => {
    const limitSearches = createLimiter(app, context, limits.searchGallery)
    return {
      'GET /api/characters/public': async (request, reply) => {
        const { viewer, query } = request
        if (query.search) await limitSearches(viewer.id)
        if (query.contentRating) assertCanBrowse(context, viewer, query.contentRating)
        const { shared, readOwn } = await readGallery(context, gallery, viewer, query)
        const page = shared.authorIds.has(viewer.id) ? await readOwn() : shared
        return sendConditional(request, reply, page, cursorHeader(page.nextCursor))
      },
      'GET /api/characters': async (request, reply) => {
        const { viewer } = request
        const { limit, cursor } = request.query
        const page = { limit, after: readCursor(cursor) }
        const rows = await listOwnCharacters(context.db, characterScope(context, viewer), page)
        const last = rows.at(-1)
        const nextCursor = last && rows.length === limit ? writeCursor({ value: last.created_at, id: last.id }) : ''
        const summaries = rows.map((row) => viewCharacterSummary(row, viewer.id))
        return sendConditional(request, reply, tagJson(summaries, nextCursor), cursorHeader(nextCursor))
      },
    }
  })
}

function cursorHeader(cursor: string | null): Record<string, string> {
  return cursor ? { [nextCursorHeader]: cursor } : {}
}
