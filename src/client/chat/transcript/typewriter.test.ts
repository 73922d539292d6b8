import { expect, it } from 'vitest'
import { typedAfter } from './typewriter.ts'

it('types 25 characters a second (spec 9.typewriter)', () => {
  const text = 'x'.repeat(60)
  expect(typedAfter(text, 0)).toBe('')
  expect(typedAfter(text, 1000)).toHaveLength(25)
  expect(typedAfter(text, 2000)).toHaveLength(50)
  expect(typedAfter(text, 2400)).toBe(text)
})

it('does not split a grapheme', () => {
  const family = '👨‍👩‍👧'
  expect(typedAfter(`${family}é`, 40)).toBe(family)
  expect(typedAfter(`${family}é`, 80)).toBe(`${family}é`)
})
