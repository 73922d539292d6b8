import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asDirection } from '../prompt/instructions.ts'
import { DirectionFilter } from './direction-filter.ts'

function filter(pieces: readonly string[]): string {
  const directions = new DirectionFilter()
  return pieces.map((piece) => directions.add(piece)).join('') + directions.end()
}

test.each([
  ['Ahoy.', 'Ahoy.'],
  ['[Writing] [+1 Lantern] [Ahoy', '[Writing] [+1 Lantern] [Ahoy'],
  ['[Writing direction: End [soon].]\n\nAhoy.', '\n\nAhoy.'],
  ['Ahoy.\n\n[Writing direction: End', 'Ahoy.\n\n'],
  ['Ahoy.\n\n[Writing dir', 'Ahoy.\n\n'],
  ['Ahoy [', 'Ahoy ['],
  ['[[Writing direction: a]]', '[]'],
])('%j becomes %j', (text, expected) => {
  expect(filter([text])).toBe(expected)
  expect(filter(text.split(''))).toBe(expected)
})

test('1,000 streams that repeat directions: nothing of them is passed on', () => {
  const prose = fc.constantFrom('"Ahoy."', '*She waves.*', '[Lantern] ', '\n\n', '[', ']')
  const direction = fc.constantFrom('The scene is at rest.', 'End [soon]\n\nand well.', '').map(asDirection)
  fc.assert(
    fc.property(
      fc.array(fc.oneof(prose, direction), { maxLength: 8 }),
      fc.integer({ min: 1, max: 9 }),
      (parts, size) => {
        const pieces = parts.join('').match(new RegExp(`.{1,${size}}`, 'gs')) ?? []
        const kept = parts.filter((part) => !part.startsWith('[Writing direction:')).join('')
        expect(filter(pieces)).toBe(kept)
      },
    ),
    { numRuns: 500 },
  )
})
