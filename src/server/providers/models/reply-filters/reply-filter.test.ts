import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ReplyFilter } from './reply-filter.ts'

function filter(pieces: readonly string[], stop: string[], maxTokens = 10_000) {
  const passed: string[] = []
  const replyFilter = new ReplyFilter({ maxTokens, stop }, { onText: (piece) => passed.push(piece) })
  for (const piece of pieces) replyFilter.add(piece)
  replyFilter.end()
  return { passed, text: passed.join(''), cut: replyFilter.cut, isBlank: replyFilter.isBlank }
}

/** Few letters, so that stop texts occur, occur in part, and overlap. */
const letters = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 12 })

it('ends at the first stop text, however the reply is split into pieces', () => {
  const stops = fc.array(
    letters.filter((stop) => stop !== ''),
    { minLength: 1, maxLength: 3 },
  )
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 12 }), stops, (pieces, stop) => {
      const whole = pieces.join('')
      const { text, cut } = filter(pieces, stop)
      expect({ text, cut }).toEqual(readLetterByLetter(whole, stop))
    }),
    {
      numRuns: 1_000,
      examples: [
        [
          ['b', 'a', 'b'],
          ['bab', 'a'],
        ],
      ],
    },
  )
})

function readLetterByLetter(whole: string, stops: readonly string[]) {
  for (let end = 1; end <= whole.length; end += 1) {
    const read = whole.slice(0, end)
    const found = stops.filter((stop) => read.endsWith(stop)).map((stop) => stop.length)
    if (found.length > 0) return { text: read.slice(0, end - Math.max(...found)), cut: 'stop' }
  }
  return { text: whole, cut: null }
}

it('holds back only text that may become a stop text', () => {
  expect(filter(['one', '\nUs', 'ual', ' tea'], ['\nUser:']).passed).toEqual(['one', '\nUsual', ' tea'])
})

it('ends a reply at the maximum length, after a whole character', () => {
  const { text, cut } = filter(
    Array.from({ length: 50 }, () => '🎭'),
    [],
    2,
  )
  expect(cut).toBe('length')
  expect(text).toBe('🎭'.repeat(8))
})

it('joins the halves of a character', () => {
  const [high = '', low = ''] = '🎭'.split('')
  expect(filter(['the ', high, `${low} mask`], []).passed).toEqual(['the ', '🎭 mask'])
})

it('is blank for white space, invisible characters and thinking alone', () => {
  expect(filter([' ', '\n'], []).isBlank).toBe(true)
  expect(filter(['\u200b', '\u2060\ufeff'], []).isBlank).toBe(true)
  expect(filter(['<think>hm', 'm</think>', '  '], []).isBlank).toBe(true)
  expect(filter(['.'], []).isBlank).toBe(false)
})
