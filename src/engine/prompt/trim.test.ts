import fc from 'fast-check'
import { expect, test } from 'vitest'
import { trimEnd, trimMark, trimMiddle } from './trim.ts'

const characters = (text: string) => text.length

test('a text that fits is unchanged', () => {
  expect(trimEnd('abc', 3, characters)).toBe('abc')
  expect(trimMiddle('abc', 3, characters)).toBe('abc')
})

test('the result is empty if the mark does not fit', () => {
  expect(trimEnd('abcdef', 2, characters)).toBe('')
  expect(trimMiddle('abcdef', -1, characters)).toBe('')
})

test.each([
  ['end', trimEnd],
  ['middle', trimMiddle],
] as const)(
  'cutting the %s: the result fits, both sides of the cut are unchanged, and no character is split',
  (_where, trim) => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.integer({ min: 0, max: 60 }), (text, limit) => {
        fc.pre(!text.includes(trimMark))
        const cut = trim(text, limit, characters)
        expect(cut.length).toBeLessThanOrEqual(Math.max(limit, 0))
        expect(cut.isWellFormed()).toBe(true)
        if (cut === text || cut === '') return
        const [head = '', tail = ''] = cut.split(trimMark)
        expect(text.startsWith(head)).toBe(true)
        expect(text.endsWith(tail)).toBe(true)
        expect(cut.length).toBeGreaterThan(limit - 4)
      }),
    )
  },
)
