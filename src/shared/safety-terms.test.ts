import { expect, it } from 'vitest'
import { explainHold, reviewableRule } from './safety-terms.ts'

it('an explanation names its rule, except where nothing can be reviewed', () => {
  expect(reviewableRule(explainHold('message', { rule: 'minors-children', category: 'minors' }))).toBe(
    'minors-children',
  )
  expect(reviewableRule(explainHold('reply', { rule: 'filter-explicit', category: 'filter' }))).toBeNull()
  expect(reviewableRule('The AI model did not answer properly.')).toBeNull()
})
