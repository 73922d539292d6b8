import { expect, it } from 'vitest'
import { numberOrNull, textOrNull } from './typed-values.ts'

it('reads a number with a decimal comma or a sign for dollars, and nothing where nothing is typed', () => {
  expect([' ', null, '0,9', '$12.5', 3].map(numberOrNull.setValueAs)).toEqual([null, null, 0.9, 12.5, 3])
  expect(numberOrNull.setValueAs('warm')).toBeNaN()
  expect([' gpt ', ''].map(textOrNull.setValueAs)).toEqual(['gpt', null])
})
