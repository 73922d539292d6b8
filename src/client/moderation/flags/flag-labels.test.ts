import { expect, it } from 'vitest'
import { describeBulk } from './flag-labels.ts'

it.each([
  [1, 0, '1 flag dismissed.'],
  [5, 0, '5 flags dismissed.'],
  [4, 1, '4 flags dismissed. 1 flag was left: another admin has it, or has decided it.'],
  [0, 2, '0 flags dismissed. 2 flags were left: another admin has them, or has decided them.'],
])('describes %i dismissed flags and %i that were left', (dismissed, skipped, text) => {
  expect(describeBulk('dismiss', dismissed, skipped)).toBe(text)
})
