import { describe, expect, it } from 'vitest'
import { readFilters, writeFilters } from './use-gallery-filters.ts'

describe('filters in the URL', () => {
  it('are read as they were written', () => {
    const filters = { search: 'night & day', category: 'Life Advice', contentRating: 'mature', sort: 'rating' } as const
    expect(readFilters(writeFilters(filters))).toEqual(filters)
  })

  it('omit defaults and empty values', () => {
    expect(writeFilters({ search: '', sort: 'trending' }).toString()).toBe('')
    expect(writeFilters({ category: undefined }).toString()).toBe('')
  })

  it('ignore invalid values', () => {
    expect(readFilters(new URLSearchParams('category=Nonsense&rating=tame&sort=worst&search=%20'))).toEqual({})
  })
})
