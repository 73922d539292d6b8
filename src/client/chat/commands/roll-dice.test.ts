import { expect, it } from 'vitest'
import { rollDice } from './roll-dice.ts'

it.each([
  ['d20', '*rolls d20: 11*'],
  ['20', '*rolls d20: 11*'],
  ['1d6', '*rolls d6: 4*'],
  ['2D6', '*rolls 2d6: 4 + 4 = 8*'],
  ['2d6 + 1', '*rolls 2d6+1: 4 + 4 + 1 = 9*'],
  ['d6-2', '*rolls d6-2: 4 - 2 = 2*'],
])('%s', (dice, said) => expect(rollDice(dice, () => 0.5)).toBe(said))

it.each(['', 'd', '0d6', 'd0', '2x6', 'six', '100d6', 'd6+', '-3'])('rejects %j', (text) =>
  expect(rollDice(text, () => 0.5)).toBeNull(),
)
