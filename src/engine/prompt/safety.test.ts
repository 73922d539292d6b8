import { expect, test } from 'vitest'
import { ratingInForce, safetyRules } from './safety.ts'

const ratings = ['general', 'mature', 'explicit'] as const

test('the rating in force is general with the filter, and the own one without it', () => {
  for (const contentRating of ratings) {
    expect(ratingInForce({ contentRating }, true)).toBe('general')
    expect(ratingInForce({ contentRating }, false)).toBe(contentRating)
  }
})

test('the policy is the same for every rating and contains each rule', () => {
  const policies = ratings.map((rating) => safetyRules(rating).split('\n').slice(1).join('\n'))
  expect(new Set(policies).size).toBe(1)
  for (const rule of ['under 18', 'real persons', 'self-harm', 'weapons', 'crisis', 'step out of the role']) {
    expect(policies[0]).toContain(rule)
  }
})

test('each rating has its own audience', () => {
  const audiences = ratings.map((rating) => safetyRules(rating).split('\n')[0])
  expect(new Set(audiences).size).toBe(3)
  for (const audience of audiences) expect(audience).toMatch(/^Audience: /)
})

test('the rules have less than 1,000 characters', () => {
  for (const rating of ratings) expect(safetyRules(rating).length).toBeLessThan(1_000)
})
