import { expect, it } from 'vitest'
import { chatRatingsOf, filterStatus, ratingOfChat } from './filter-status.ts'

it.each([
  ['free', true, 'Filtered', '6.free.1'],
  ['free', false, 'Filtered', '6.free.1'],
  ['premium', true, 'Filtered', '6.premium.3'],
  ['premium', false, 'Unfiltered', '6.premium.3'],
  ['admin', true, 'No Filtering', '6.admin.1'],
  ['admin', false, 'No Filtering', '6.admin.1'],
] as const)('%s with the filter %s: %s (spec %s)', (accountType, chatFilter, words, _sentence) => {
  expect(filterStatus({ accountType, chatFilter })).toBe(words)
})

it('offers the ratings from the character’s own up to what its author, the plan, the filter and the instance allow', () => {
  const premium = { accountType: 'premium', chatFilter: false, maxContentRating: 'explicit' } as const
  const open = { contentRating: 'general', maxChatRating: 'explicit' } as const
  expect(chatRatingsOf(premium, open)).toEqual(['general', 'mature', 'explicit'])
  expect(chatRatingsOf(premium, { ...open, maxChatRating: 'general' })).toEqual(['general'])
  expect(chatRatingsOf(premium, { contentRating: 'mature', maxChatRating: 'general' })).toEqual(['mature'])
  expect(chatRatingsOf({ ...premium, maxContentRating: 'mature' }, open)).toEqual(['general', 'mature'])
  expect(chatRatingsOf({ ...premium, chatFilter: true }, open)).toEqual(['general'])
  expect(ratingOfChat(premium, open, null)).toBe('general')
  expect(ratingOfChat(premium, open, { contentRating: 'mature' })).toBe('mature')
  expect(ratingOfChat(premium, { ...open, maxChatRating: 'general' }, { contentRating: 'mature' })).toBe('general')
})
