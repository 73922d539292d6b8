import { expect, it } from 'vitest'
import { longDate, timeAgo } from './dates.ts'

// Noon in the time zone of the machine.
const now = new Date(2026, 10, 21, 12).getTime()
const minute = 60_000

it('dates have the full month name in the given locale', () => {
  expect(longDate(now, 'en-GB')).toBe('21 November 2026')
  expect(longDate(now, 'de')).toBe('21. November 2026')
})

it.each([
  [0, 'now'],
  [59_999, 'now'],
  [minute, '1 minute ago'],
  [59 * minute, '59 minutes ago'],
  [60 * minute, '1 hour ago'],
  [23.5 * 60 * minute, '23 hours ago'],
  [24 * 60 * minute, 'yesterday'],
  [6.9 * 24 * 60 * minute, '6 days ago'],
  [7 * 24 * 60 * minute, '14 November 2026'],
  [-minute, 'now'],
])('%d ms ago is %s', (elapsed, expected) => {
  expect(timeAgo(now - elapsed, now, 'en-GB')).toBe(expected)
})
