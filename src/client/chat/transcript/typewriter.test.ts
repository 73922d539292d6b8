import { expect, it } from 'vitest'
import { typedAfter, typewriterSpeeds } from './use-typewriter.ts'

const text = 'x'.repeat(60)

it('types 25 characters a second in the chat (spec 4.chat.2)', () => {
  expect(typedAfter(text, 0, typewriterSpeeds.chat)).toBe('')
  expect(typedAfter(text, 1000, typewriterSpeeds.chat)).toHaveLength(25)
  expect(typedAfter(text, 2000, typewriterSpeeds.chat)).toHaveLength(50)
  expect(typedAfter(text, 2400, typewriterSpeeds.chat)).toBe(text)
})

it('types 30 characters a second by default (spec 9.typewriter)', () => {
  expect(typedAfter(text, 1000)).toHaveLength(30)
})

it('does not split a grapheme', () => {
  const family = '👨‍👩‍👧'
  expect(typedAfter(`${family}é`, 40, 25)).toBe(family)
  expect(typedAfter(`${family}é`, 80, 25)).toBe(`${family}é`)
})
