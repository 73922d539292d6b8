import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { tagJson } from '#server/http/conditional-get.ts'
import { type Cursor, readCursor, writeCursor } from '#server/http/cursor.ts'
import type { GalleryQuery } from '#shared/characters.ts'
import { characterScope } from '../character-scope.ts'
import type { GalleryCache, GalleryPage } from '../gallery-cache.ts'
import type { CharacterScope } from '../queries.ts'
import { viewCharacterSummary } from '../view.ts'
import { type GalleryFilters, type ListedId, listGalleryIds, readSummaries } from './queries.ts'
import { findRestart, spreadAuthors } from './spread-authors.ts'

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

/** A page for one viewer. Null: for all viewers without a character of their own on it. */
function galleryPage(
  { rows, next }: Awaited<ReturnType<typeof readGalleryPage>>,
  viewerId: string | null,
): GalleryPage {
  const nextCursor = next && writeCursor(next)
  const summaries = rows.map((row) => viewCharacterSummary(row, viewerId))
  const authorIds = new Set(rows.map((row) => row.owner_id))
  return { ...tagJson(summaries, nextCursor ?? ''), compressed: new Map(), nextCursor, authorIds }
}

/**
 * Characters among which authors are spread at most, as many as are read in 20 ms: the first 2,300 places hold three of an
 * author among 20 even if the first 1,000 characters have one author. A search takes as many as its index finds at once.
 */
const maxBlock = { list: 3_000, search: 1_500 }

/**
 * A page of the gallery, with at most three characters of one author among any 20 while there are others. It is cut from a
 * block of the sorted list, which grows until it has enough other authors. The cursor of the next page has the block's
 * first character and the position in the block; the block moves on where no character waits for its place.
 */
export async function readGalleryPage({ db, dialect }: Context, scope: CharacterScope, query: GalleryFilters) {
  const { after, limit } = query
  const max = query.search ? maxBlock.search : maxBlock.list
  for (let size = Math.min((after?.place?.count ?? 0) + limit + 1, max); ; size = Math.min(size * 5, max)) {
    const block = await listGalleryIds(db, dialect, scope, { ...query, limit: size })
    const isFull = block.length === size
    const spread = spreadAuthors(block, isFull && size < max)
    const shown = spread.order.map((index) => block[index] as ListedId)
    const begin = after?.place ? indexAfter(shown, after.place) : 0
    const end = begin + limit
    if (isFull && size < max && shown.length <= end) continue
    const page = shown.slice(begin, end)
    const rows = await readSummaries(
      db,
      page.map(({ id }) => id),
    )
    if (shown.length > end) return { rows, next: cursorAt(block, findRestart(spread, end), end, page.at(-1)) }
    return { rows, next: isFull ? cursorAt(block, block.length - 1, block.length, block.at(-1)) : null }
  }
}

/** The cursor of the page after `last`, for a block that begins at `start`. */
function cursorAt(block: ListedId[], start: number, end: number, last: ListedId | undefined): Cursor | null {
  const first = block[start]
  return first && last
    ? { value: first.sort_value, id: first.id, place: { count: end - start, lastId: last.id } }
    : null
}

/** Where the next page begins. The last character shown may have another place by now, or none. */
function indexAfter(rows: ListedId[], { count, lastId }: NonNullable<Cursor['place']>): number {
  const last = rows.findIndex(({ id }) => id === lastId)
  return last === -1 ? count : last + 1
}
