import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { StopFilter } from './stop-filter.ts'

function filter(pieces: readonly string[], stops: string[]) {
  const filter = new StopFilter(stops)
  const passed = [...pieces.map((piece) => filter.add(piece)), filter.end()]
  return { text: passed.join(''), hasEnded: filter.hasEnded }
}

test.each([
  ['The end. She', ['end'], 'The ', true],
  ['abcd', ['abc', 'b'], 'a', true],
  ['The en', ['end'], 'The en', false],
  ['anything', ['', 'zz'], 'anything', false],
])('“%s” with %j', (text, stops, passed, hasEnded) => {
  expect(filter([text], stops)).toEqual({ text: passed, hasEnded })
})

it('does not depend on how the text is cut', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 30 })
  const stop = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 4 })
  fc.assert(
    fc.property(text, fc.array(stop, { maxLength: 3 }), (text, stops) => {
      expect(filter([...text], stops)).toEqual(filter([text], stops))
    }),
  )
})
