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

export function galleryPath(filters: GalleryFilters, cursor: string | null): string {
  const query = new URLSearchParams()
  if (filters.search) query.set('search', filters.search)
  if (filters.category) query.set('category', filters.category)
  if (filters.contentRating) query.set('contentRating', filters.contentRating)
  if (filters.sort) query.set('sort', filters.sort)
  if (filters.only) query.set('only', filters.only)
  query.set('limit', String(filters.limit ?? galleryPageSize))
  if (cursor) query.set('cursor', cursor)
  return `/api/characters/public?${query}`
}
