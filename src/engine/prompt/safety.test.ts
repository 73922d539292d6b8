import { expect, test } from 'vitest'
import { ratingInForce, safetyRules } from './safety.ts'

const ratings = ['general', 'mature', 'explicit'] as const

test('the filter makes everything general, and only the filter does', () => {
  for (const contentRating of ratings) {
    expect(ratingInForce({ contentRating }, true)).toBe('general')
    expect(ratingInForce({ contentRating }, false)).toBe(contentRating)
  }
})

test('the floor is the same under every rating, and says each of its rules', () => {
  const floors = ratings.map((rating) => safetyRules(rating).split('\n').slice(1).join('\n'))
  expect(new Set(floors).size).toBe(1)
  for (const rule of ['under 18', 'real persons', 'self-harm', 'weapons', 'crisis', 'step out of the role']) {
    expect(floors[0]).toContain(rule)
  }
})

test('each rating says who its audience is', () => {
  const audiences = ratings.map((rating) => safetyRules(rating).split('\n')[0])
  expect(new Set(audiences).size).toBe(3)
  for (const audience of audiences) expect(audience).toMatch(/^Audience: /)
})

test('the rules are brief', () => {
  for (const rating of ratings) expect(safetyRules(rating).length).toBeLessThan(1_000)
})
