import { expect, it } from 'vitest'
import { parseRetryAfter } from './retry-after.ts'

it.each([
  [{ 'retry-after': '7' }, 7],
  [{ 'retry-after': '0.4' }, 1],
  [{ 'retry-after': ['12', '13'] }, 12],
  [{ 'retry-after': 'Tue, 04 Mar 2025 10:00:30 GMT', date: 'Tue, 04 Mar 2025 10:00:00 GMT' }, 30],
  [{ 'retry-after': 'Tue, 04 Mar 2025 09:00:00 GMT', date: 'Tue, 04 Mar 2025 10:00:00 GMT' }, 0],
  [{ 'retry-after': 'Tue, 04 Mar 2025 10:00:30 GMT' }, null],
  [{ 'retry-after': 'soon' }, null],
  [{}, null],
])('%j: %j seconds', (headers, seconds) => {
  expect(parseRetryAfter(headers)).toBe(seconds)
})
