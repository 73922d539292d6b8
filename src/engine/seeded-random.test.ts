import { expect, test } from 'vitest'
import { choose, seededRandom } from './seeded-random.ts'

test('numbers are uniform, also over similar seeds', () => {
  const counts = new Array<number>(10).fill(0)
  for (let seed = 0; seed < 1_000; seed++) {
    const random = seededRandom(`c${seed}`)
    for (let draw = 0; draw < 10; draw++) {
      const number = random()
      expect(number).toBeGreaterThanOrEqual(0)
      expect(number).toBeLessThan(1)
      counts[Math.floor(number * 10)] = (counts[Math.floor(number * 10)] ?? 0) + 1
    }
  }
  for (const count of counts) expect(Math.abs(count - 1_000)).toBeLessThan(150)
})

test('a choice stays within its options for any number', () => {
  expect([0, 0.49, 0.5, 0.999, 1, -1, Number.NaN].map((random) => choose(['a', 'b'], random))).toEqual([
    'a',
    'a',
    'b',
    'b',
    'b',
    'a',
    '',
  ])
  expect(choose([], 0.5)).toBe('')
})
