import fc from 'fast-check'
import { expect, it } from 'vitest'
import { plainText } from '#engine/prose/plain-text.ts'
import { SentenceReader } from './sentence-reader.ts'

it('returns a sentence once it is complete', () => {
  const reader = new SentenceReader()
  expect(reader.next('*She looks')).toBe('')
  expect(reader.next('*She looks up, sl')).toBe('')
  expect(reader.next('*She looks up, slowly.* "We cl')).toBe('She looks up, slowly.')
  expect(reader.next('*She looks up, slowly.* "We close at dawn." And')).toBe('"We close at dawn."')
  expect(reader.rest('*She looks up, slowly.* "We close at dawn." And')).toBe('And')
})

it('recognises the sentences of other scripts', () => {
  const reader = new SentenceReader()
  expect(reader.next('「もう遅い。」彼女は言った。それ')).toBe('「もう遅い。」彼女は言った。')
})

it('returns every word exactly once, however the text arrives', () => {
  const text = fc.lorem({ mode: 'sentences', maxCount: 12 })
  fc.assert(
    fc.property(text, fc.array(fc.nat({ max: 400 })), (whole, lengths) => {
      const reader = new SentenceReader()
      const parts = lengths.sort((a, b) => a - b).map((length) => reader.next(whole.slice(0, length)))
      parts.push(reader.rest(whole))
      expect(parts.filter(Boolean).join(' ')).toBe(plainText(whole))
    }),
  )
})
