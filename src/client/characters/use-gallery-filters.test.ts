import { describe, expect, it } from 'vitest'
import { galleryPath } from './api.ts'
import { readFilters, writeFilters } from './use-gallery-filters.ts'

describe('filters in the address', () => {
  it('come back as they were written', () => {
    const filters = { search: 'night & day', category: 'Life Advice', contentRating: 'mature', sort: 'rating' } as const
    expect(readFilters(writeFilters(filters))).toEqual(filters)
  })

  it('leave out what was not chosen', () => {
    expect(writeFilters({ search: '', sort: 'trending' }).toString()).toBe('')
    expect(writeFilters({ category: undefined }).toString()).toBe('')
  })

  it('ignore what nobody could have chosen', () => {
    expect(readFilters(new URLSearchParams('category=Nonsense&rating=tame&sort=worst&search=%20'))).toEqual({})
  })
})

describe('galleryPath', () => {
  it('asks for a page of everything when nothing was chosen', () => {
    expect(galleryPath({}, null)).toBe('/api/characters/public?limit=24')
  })

  it('carries the filters and the cursor', () => {
    expect(
      galleryPath({ search: 'a b', category: 'Sci-Fi', contentRating: 'general', sort: 'new', limit: 12 }, 'next=='),
    ).toBe(
      '/api/characters/public?search=a+b&category=Sci-Fi&contentRating=general&sort=new&limit=12&cursor=next%3D%3D',
    )
  })
})
