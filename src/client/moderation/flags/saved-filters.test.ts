import { expect, it } from 'vitest'
import { createStorage, openBlockedStorage } from '#tests/support/memory-storage.ts'
import { readFlagFilters, writeFlagFilters } from './flag-filters.ts'
import { builtInFilters, createSavedFilters, savedFilterLimits } from './saved-filters.ts'

it('saved filters are there after a reload, and the newest of a name counts', () => {
  const storage = createStorage()
  const { save, remove } = createSavedFilters(storage)
  save({ name: 'Hate', query: 'category=hate' })
  save({ name: 'Mine', query: 'claimed=me' })
  save({ name: 'Hate', query: 'category=hate&severity=4' })
  expect(createSavedFilters(storage).getState()).toEqual([
    { name: 'Mine', query: 'claimed=me' },
    { name: 'Hate', query: 'category=hate&severity=4' },
  ])
  remove('Mine')
  expect(
    createSavedFilters(storage)
      .getState()
      .map(({ name }) => name),
  ).toEqual(['Hate'])
})

it('the oldest of too many is dropped', () => {
  const { save, getState } = createSavedFilters(createStorage())
  for (let index = 0; index <= savedFilterLimits.count; index += 1) save({ name: String(index), query: '' })
  expect(getState()).toHaveLength(savedFilterLimits.count)
  expect(getState()[0]?.name).toBe('1')
})

it.each(['', '{', '{}', '[{"name":1}]', '[null]'])('an unreadable storage (%s) counts as empty', (stored) => {
  expect(createSavedFilters(createStorage({ 'flag-filters': stored })).getState()).toEqual([])
})

it('a full or blocked storage keeps the filters for this visit', () => {
  const { save, getState } = createSavedFilters({ getItem: () => null, setItem: openBlockedStorage })
  save({ name: 'Hate', query: 'category=hate' })
  expect(getState()).toHaveLength(1)
})

it('the built-in filters are written as the address has them', () => {
  for (const { query } of builtInFilters) {
    expect(writeFlagFilters(readFlagFilters(new URLSearchParams(query))).toString()).toBe(query)
  }
})
