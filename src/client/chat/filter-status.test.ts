import { expect, it } from 'vitest'
import { filterStatus } from './filter-status.ts'

it.each([
  ['free', true, 'Filtered'],
  ['free', false, 'Filtered'],
  ['premium', true, 'Filtered'],
  ['premium', false, 'Unfiltered'],
  ['admin', true, 'No Filtering'],
  ['admin', false, 'No Filtering'],
] as const)('%s with the filter %s: %s', (accountType, chatFilter, words) => {
  expect(filterStatus({ accountType, chatFilter })).toBe(words)
})
