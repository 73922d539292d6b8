import { useSearchParams } from 'react-router'
import { allCategories, gallerySorts } from '#shared/character-terms.ts'
import { type ContentRating, contentRatings } from '#shared/entitlements.ts'
import type { GalleryFilters } from './gallery-path.ts'

/** The gallery's filters, stored in the URL so that Back and shared links work. */
export function useGalleryFilters() {
  const [params, setParams] = useSearchParams()
  const setFilters = (change: Partial<GalleryFilters>) =>
    setParams((before) => writeFilters({ ...readFilters(before), ...change }), {
      replace: true,
      preventScrollReset: true,
    })
  return { filters: readFilters(params), setFilters }
}

const oneOf = <Value extends string>(values: readonly Value[], value: string | null) =>
  values.find((known) => known === value)

export function readFilters(params: URLSearchParams): GalleryFilters {
  const found = {
    search: params.get('search')?.trim(),
    category: oneOf(allCategories, params.get('category')),
    contentRating: oneOf(contentRatings, params.get('rating')),
    sort: oneOf(gallerySorts, params.get('sort')),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value))
}

export function writeFilters(filters: Partial<GalleryFilters>): URLSearchParams {
  const params = new URLSearchParams()
  if (filters.search) params.set('search', filters.search)
  if (filters.category) params.set('category', filters.category)
  if (filters.contentRating) params.set('rating', filters.contentRating)
  if (filters.sort && filters.sort !== 'trending') params.set('sort', filters.sort)
  return params
}

export function isContentRating(value: string | null): value is ContentRating {
  return contentRatings.some((rating) => rating === value)
}
