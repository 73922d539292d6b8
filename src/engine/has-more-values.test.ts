import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasMoreValues } from './has-more-values.ts'

test('counts at least as many values as the JSON has', () => {
  const count = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? Object.values(value).reduce((sum: number, one) => sum + count(one), 1)
      : 1
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = JSON.stringify(value)
      const values = count(JSON.parse(json))
      expect(hasMoreValues(json, values - 1)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('values inside strings are not counted', () => {
  expect(hasMoreValues(JSON.stringify({ text: '[{,"\\,'.repeat(100) }), 2)).toBe(false)
})
