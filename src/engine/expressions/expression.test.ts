import { expect, test } from 'vitest'
import { toExpression } from './expression.ts'

/** The names of SillyTavern's sprites. */
const labels =
  'admiration amusement anger annoyance approval caring confusion curiosity desire disappointment disapproval disgust embarrassment excitement fear gratitude grief joy love nervousness neutral optimism pride realization relief remorse sadness surprise'

test.each(labels.split(' '))('a sprite of SillyTavern that is called %s has an expression', (label) => {
  expect(toExpression(`${label}.png`)).not.toBeNull()
})
