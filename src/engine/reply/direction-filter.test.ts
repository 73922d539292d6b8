import { expect, test } from 'vitest'
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
