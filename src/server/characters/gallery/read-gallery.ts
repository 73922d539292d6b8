import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { tagJson } from '#server/http/conditional-get.ts'
import { readCursor, writeCursor } from '#server/http/cursor.ts'
import { hueOf } from '#shared/category-hues.ts'
import { GalleryQuery, homeQuery } from '#shared/characters.ts'
import { firstRow, type HomePoster } from '#shared/home-html.ts'
import { displayableSrc } from '#shared/image-src.ts'
import { characterScope } from '../character-scope.ts'
import type { GalleryCache, GalleryPage } from '../gallery-cache.ts'
import { viewCharacterSummary } from '../view.ts'
import { readGalleryPage } from './gallery-page.ts'

/** How long a character counts as new, in milliseconds. */
const newFor = 14 * 24 * 60 * 60 * 1000

/** A page for viewers without a character of their own on it, from the cache; `readOwn` is called for the others. */
export async function readGallery(
  context: Context,
  gallery: GalleryCache,
  viewer: Viewer,
  { search = '', cursor, only, ...query }: GalleryQuery,
): Promise<{ shared: GalleryPage; readOwn: () => Promise<GalleryPage> }> {
  const scope = characterScope(context, viewer)
  const filters = { ...query, search, after: readCursor(cursor, query.sort === 'new' ? 'time' : 'score') }
  const createdAfter = only && context.clock.now() - newFor
  let read: ReturnType<typeof readGalleryPage> | undefined
  const pageFor = async (viewerId: string | null) => {
    read ??= readGalleryPage(context, scope, { ...filters, createdAfter })
    return galleryPage(await read, viewerId)
  }
  const shared = await gallery.read(JSON.stringify([scope.browse, filters, only]), () => pageFor(null))
  return { shared, readOwn: () => pageFor(viewer.id) }
}

/** The images of the first cards that home shows. The page is cached for the request that follows. */
export async function readHomePosters(context: Context, gallery: GalleryCache, viewer: Viewer) {
  try {
    const { shared } = await readGallery(context, gallery, viewer, GalleryQuery.parse(homeQuery))
    return shared.posters
  } catch (error) {
    context.log.warn({ err: error }, 'home is sent without images')
    return []
  }
}

/** A page for one viewer. Null: for all viewers without a character of their own on it. */
function galleryPage(
  { rows, next }: Awaited<ReturnType<typeof readGalleryPage>>,
  viewerId: string | null,
): GalleryPage {
  const nextCursor = next && writeCursor(next)
  const summaries = rows.map((row) => viewCharacterSummary(row, viewerId))
  const authorIds = new Set(rows.map((row) => row.owner_id))
  const posters = summaries.slice(0, firstRow).map(posterOf)
  return { ...tagJson(summaries, nextCursor ?? ''), compressed: new Map(), nextCursor, authorIds, posters }
}

function posterOf({ avatar, category }: { avatar: string; category: string }): HomePoster | null {
  const src = displayableSrc(avatar)
  return src ? { src, hue: hueOf(category) } : null
}
