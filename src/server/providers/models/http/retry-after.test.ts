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
  [{ 'x-ratelimit-remaining-tokens': '0', 'x-ratelimit-reset-tokens': '1m4.77s' }, 65],
  [{ 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '250ms' }, 1],
  [{ 'x-ratelimit-remaining-tokens': '5', 'x-ratelimit-reset-tokens': '1s' }, null],
  [{ 'x-ratelimit-reset': '1741082403000', date: 'Tue, 04 Mar 2025 10:00:00 GMT' }, 3],
  [{ 'x-ratelimit-reset': '1741082403000' }, null],
  [{}, null],
])('%j: %j seconds', (headers, seconds) => {
  expect(parseRetryAfter(headers)).toBe(seconds)
})

it.each([
  [{ 'retry-after-ms': '1200' }, '', 2],
  [{}, '{"retryDelay": "34.07s"}', 34.07],
  [{}, 'Please try again in 20s.', 20],
  [{}, 'Please try again in 1m4.77s.', 64.77],
  [{}, 'Please try again in 250ms.', 0.25],
  [{}, 'Please try again.', null],
  [{ 'retry-after': '7' }, 'Please try again in 20s.', 7],
])('%j and %j: %j seconds, rounded up', (headers, body, seconds) => {
  expect(parseRetryAfter(headers, body)).toBe(seconds === null ? null : Math.ceil(seconds))
})
