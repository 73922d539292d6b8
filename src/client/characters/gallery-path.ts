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

export function galleryQuery({ search, limit = galleryPageSize, ...filters }: GalleryFilters) {
  return { ...filters, search: search || undefined, limit }
}

/** Discover with the characters that have a tag. */
export const tagPath = (tag: string): string =>
  `/discover?${new URLSearchParams({ search: `tag:"${tag.replaceAll('"', '')}"` })}`
