import { expect, test } from 'vitest'
import { charName } from './character.ts'

test('ignores a nickname and a name of white space', () => {
  expect(charName({ name: 'Ilse', nickname: '  ' })).toBe('Ilse')
  expect(charName({ name: ' ' })).toBe('the character')
})
