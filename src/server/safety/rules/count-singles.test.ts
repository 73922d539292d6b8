import { expect, it } from 'vitest'
import { countSingles } from './count-singles.ts'

it.each([
  ['', 0],
  ['make tea', 0],
  ['m a k e', 4],
  ['m4k3', 4],
  ["don't, I said", 2],
  ['!!', 2],
  ['a€b', 3],
  ['1 22 333', 1],
  ['é è 日本', 2],
])('counts the letters, digits and signs that stand alone in “%s”', (text, count) => {
  expect(countSingles(text)).toBe(count)
})
