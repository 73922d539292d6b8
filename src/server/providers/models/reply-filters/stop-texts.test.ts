import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ReplyText } from './reply-text.ts'

function speak(pieces: readonly string[], stop: string[], maxTokens = 10_000) {
  const heard: string[] = []
  const text = new ReplyText({ maxTokens, stop }, (piece) => heard.push(piece))
  for (const piece of pieces) text.add(piece)
  text.end()
  return { heard, said: heard.join(''), cut: text.cut, blank: text.blank }
}

/** Few letters, so that stop texts are met, half met and overlap. */
const letters = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 12 })

it('ends at the first stop text, however the reply is cut into pieces', () => {
  const stops = fc.array(
    letters.filter((stop) => stop !== ''),
    { minLength: 1, maxLength: 3 },
  )
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 12 }), stops, (pieces, stop) => {
      const whole = pieces.join('')
      const { said, cut } = speak(pieces, stop)
      expect({ said, cut }).toEqual(readLetterByLetter(whole, stop))
    }),
    {
      numRuns: 2_000,
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
    const met = stops.filter((stop) => read.endsWith(stop)).map((stop) => stop.length)
    if (met.length > 0) return { said: read.slice(0, end - Math.max(...met)), cut: 'stop' }
  }
  return { said: whole, cut: null }
}

it('holds back nothing that cannot become a stop text', () => {
  expect(speak(['one', '\nUs', 'ual', ' tea'], ['\nUser:']).heard).toEqual(['one', '\nUsual', ' tea'])
})

it('ends a reply that runs past its length, at a whole character', () => {
  const { said, cut } = speak(
    Array.from({ length: 50 }, () => '🎭'),
    [],
    2,
  )
  expect(cut).toBe('length')
  expect(said).toBe('🎭'.repeat(8))
})

it('puts together a character that came in two halves', () => {
  const [high = '', low = ''] = '🎭'.split('')
  expect(speak(['the ', high, `${low} mask`], []).heard).toEqual(['the ', '🎭 mask'])
})

it('knows a reply that said nothing', () => {
  expect(speak([' ', '\n'], []).blank).toBe(true)
  expect(speak(['<think>hm', 'm</think>', '  '], []).blank).toBe(true)
  expect(speak(['.'], []).blank).toBe(false)
})
