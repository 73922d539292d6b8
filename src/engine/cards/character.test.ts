import { expect, test } from 'vitest'
import { calledName } from './character.ts'

test('ignores a nickname and a name of white space', () => {
  expect(calledName({ name: 'Ilse', nickname: '  ' })).toBe('Ilse')
  expect(calledName({ name: ' ' })).toBe('the character')
})
