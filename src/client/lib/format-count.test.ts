import { expect, it } from 'vitest'
import { formatCount } from './format-count.ts'

it.each([
  [0, '0'],
  [987, '987'],
  [999, '999'],
  [1_000, '1k'],
  [6_300, '6.3k'],
  [12_400, '12.4k'],
  [21_000, '21k'],
  [999_949, '999.9k'],
  [999_950, '1M'],
  [2_140_000, '2.1M'],
])('shows %i as %s', (count, shown) => {
  expect(formatCount(count)).toBe(shown)
})
