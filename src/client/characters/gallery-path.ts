import { addressOf } from '#client/lib/http.ts'
import { type Category, type GallerySort, galleryPageSize } from '#shared/character-terms.ts'
import type { ContentRating } from '#shared/entitlements.ts'

export interface GalleryFilters {
  search?: string
  category?: Category
  contentRating?: ContentRating
  sort?: GallerySort
  only?: 'new'
  limit?: number
}

export function galleryQuery(filters: GalleryFilters, cursor?: string | null) {
  const { search, category, contentRating, sort, only, limit = galleryPageSize } = filters
  return { search: search || undefined, category, contentRating, sort, only, limit, cursor: cursor ?? undefined }
}

export function galleryPath(filters: GalleryFilters, cursor?: string | null): string {
  return addressOf('GET /api/characters/public', { query: galleryQuery(filters, cursor) })
}

/** Discover with the characters that have a tag. */
export const tagPath = (tag: string): string =>
  `/discover?${new URLSearchParams({ search: `tag:"${tag.replaceAll('"', '')}"` })}`
