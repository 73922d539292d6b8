import { callForPage } from '#client/lib/http.ts'
import type { CharacterSummary } from '#shared/characters.ts'
import { firstRow } from '#shared/home-html.ts'
import { displayableSrc } from '#shared/image-src.ts'
import { type GalleryFilters, galleryPath, galleryQuery } from './gallery-path.ts'

export interface GalleryPage {
  characters: CharacterSummary[]
  nextCursor: string | null
}

export async function fetchGalleryPage(
  filters: GalleryFilters,
  cursor?: string | null,
  signal?: AbortSignal,
): Promise<GalleryPage> {
  const query = galleryQuery(filters, cursor)
  const { page: characters, nextCursor } = await callForPage('GET /api/characters/public', { query, signal })
  return { characters, nextCursor }
}

let prefetched: { path: string; page: Promise<GalleryPage>; arrived?: GalleryPage } | null = null

/** Requests home's characters and the portraits of the first row while the application is still loading. */
export function prefetchGallery(): void {
  const page = fetchGalleryPage({})
  prefetched = { path: galleryPath({}), page }
  page.then(
    (arrived) => {
      if (prefetched?.page === page) prefetched.arrived = arrived
      for (const { avatar } of arrived.characters.slice(0, firstRow)) preloadImage(displayableSrc(avatar))
    },
    () => {
      // takePrefetchedGallery's caller handles an error; without this it would also be an unhandled rejection.
    },
  )
}

function preloadImage(src: string) {
  if (src) new Image().src = src
}

/** The prefetched page, once. */
export function takePrefetchedGallery(path: string): Promise<GalleryPage> | null {
  const page = prefetched?.path === path ? prefetched.page : null
  if (page) prefetched = null
  return page
}

/** The prefetched page if it has arrived, once. */
export function takeArrivedGallery(path: string): GalleryPage | undefined {
  const arrived = prefetched?.path === path ? prefetched.arrived : undefined
  if (arrived) prefetched = null
  return arrived
}
