import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closingMarks } from '../prose/typography.ts'
import { closeMarks } from './close-marks.ts'

test.each([
  ['*She nods.', '*She nods.*'],
  ['"Come in.', '"Come in."'],
  ['*She nods.\n\n"Come in."', '*She nods.*\n\n"Come in."'],
  ['"A long speech.\n\n"It goes on."', '"A long speech."\n\n"It goes on."'],
  ['„Guten Tag', '„Guten Tag“'],
  ['「はい。', '「はい。」'],
  ['*She says: "Come *in', '*She says: "Come *in*"*'],
  ['"Come in." *', '"Come in."'],
  ['"Come in." *\n\n*She nods.*', '"Come in."\n\n*She nods.*'],
  ['**Bold words\n', '**Bold words**\n'],
  // Nothing is open.
  ['A 6" nail, 2 * 3 and snake_case.', 'A 6" nail, 2 * 3 and snake_case.'],
  ['* one\n* two', '* one\n* two'],
  ['*', '*'],
  ['', ''],
])('%j becomes %j', (reply, closed) => {
  expect(closeMarks(reply)).toBe(closed)
})

const marks = ['*', '**', '_', '"', '“', '”', '„', '«', '»', '「', '」', ' ', '\n', '\n\n', 'a', 'Come in.', '6']
const anyReply = fc.string({ unit: fc.constantFrom(...marks), maxLength: 40 })
const words = (text: string) => text.replaceAll(/[*_"“”„«»「」『』\s]/g, '')
const paragraphs = (text: string) => text.split(/\n[^\S\n]*\n\s*/)

test('the words and the paragraphs stay, and nothing changes the second time', () => {
  fc.assert(
    fc.property(anyReply, (reply) => {
      const closed = closeMarks(reply)
      expect(words(closed)).toBe(words(reply))
      expect(paragraphs(closed)).toHaveLength(paragraphs(reply).length)
      expect(closeMarks(closed)).toBe(closed)
    }),
    { numRuns: 1_000 },
  )
})

test('each paragraph is closed or unchanged', () => {
  fc.assert(
    fc.property(anyReply, (reply) => {
      const before = paragraphs(reply)
      for (const [at, paragraph] of paragraphs(closeMarks(reply)).entries()) {
        if (closingMarks(paragraph) !== '') expect(paragraph).toBe(before[at])
      }
    }),
    { numRuns: 1_000 },
  )
})

test('a reply with one open mark in a paragraph is closed there', () => {
  const sentence = fc
    .string({ unit: fc.constantFrom('a', 'b', ' c'), minLength: 1, maxLength: 12 })
    .map((text) => `${text.trim()}x.`)
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom('*', '"', '“', '「', '_'), sentence), { minLength: 1, maxLength: 5 }),
      (parts) => {
        const closed = closeMarks(parts.map(([mark, text]) => mark + text).join('\n\n'))
        for (const [at, paragraph] of paragraphs(closed).entries()) {
          expect(closingMarks(paragraph)).toBe('')
          expect(paragraph.startsWith(`${parts[at]?.[0]}${parts[at]?.[1]}`)).toBe(true)
        }
      },
    ),
  )
})

test.each(['*a ', '"', '* "a\n\n', '_', '\n'])('100,000 characters of %j end within the time-out', (unit) => {
  closeMarks(unit.repeat(Math.ceil(100_000 / unit.length)))
})
