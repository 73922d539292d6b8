import { useSearchParams } from 'react-router'
import { allCategories, type Category, type GallerySort, gallerySorts } from '#shared/character-terms.ts'
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

export function readFilters(params: URLSearchParams): GalleryFilters {
  const filters: GalleryFilters = {}
  const search = params.get('search')?.trim()
  const category = params.get('category')
  const contentRating = params.get('rating')
  const sort = params.get('sort')
  if (search) filters.search = search
  if (isCategory(category)) filters.category = category
  if (isContentRating(contentRating)) filters.contentRating = contentRating
  if (isSort(sort)) filters.sort = sort
  return filters
}

export function writeFilters(filters: Partial<GalleryFilters>): URLSearchParams {
  const params = new URLSearchParams()
  if (filters.search) params.set('search', filters.search)
  if (filters.category) params.set('category', filters.category)
  if (filters.contentRating) params.set('rating', filters.contentRating)
  if (filters.sort && filters.sort !== 'trending') params.set('sort', filters.sort)
  return params
}

function isCategory(value: string | null): value is Category {
  return allCategories.some((category) => category === value)
}

export function isContentRating(value: string | null): value is ContentRating {
  return contentRatings.some((rating) => rating === value)
}

function isSort(value: string | null): value is GallerySort {
  return gallerySorts.some((sort) => sort === value)
}
