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
  ['Ahoy.\n\n[expression: joy]', 'Ahoy.\n\n'],
  ['Ahoy.\n[Expression: joy', 'Ahoy.\n'],
  ['[expression: joy]\nAhoy. [express mail] [exp', '\nAhoy. [express mail] '],
])('%j becomes %j', (text, expected) => {
  expect(filter([text])).toBe(expected)
  expect(filter(text.split(''))).toBe(expected)
})

test.each([
  ['Ahoy.\n\n[expression: joy]', 'joy'],
  ['[Expression: fear] Ahoy. [expression:joy', 'joy'],
  ['[expression: ]', null],
  ['Ahoy. [Writing direction: expression: joy]', null],
])('%j names the expression %j', (text, expected) => {
  for (const pieces of [[text], text.split('')]) {
    const directions = new DirectionFilter()
    for (const piece of pieces) directions.add(piece)
    expect(directions.expression).toBe(expected)
  }
})
