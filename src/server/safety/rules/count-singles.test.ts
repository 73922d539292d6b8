import { expect, it } from 'vitest'
import { countSingles } from './count-singles.ts'

it.each([
  ['', 0],
  ['make tea', 0],
  ['m a k e', 0],
  ['m a k e s', 5],
  ['m a k e s u r e', 8],
  ['m a k e tea n o w', 0],
  ['m4k3', 2],
  ['m4k3s u r e', 8],
  ["don't, I said", 0],
  ["l'a-t-il vu", 0],
  ['{{roll:999d9}} <bot> rolls', 1],
  ['!!', 2],
  ['a€b', 1],
  ['1 22 333', 1],
  ['é è ê ë ē 日本', 5],
])('counts the digits, signs and long rows of letters that stand alone in “%s”', (text, count) => {
  expect(countSingles(text)).toBe(count)
})
