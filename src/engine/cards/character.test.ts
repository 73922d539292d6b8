import { expect, test } from 'vitest'
import { calledName } from './character.ts'

test('a nickname of white space is none, and a name of white space is not sent', () => {
  expect(calledName({ name: 'Ilse', nickname: '  ' })).toBe('Ilse')
  expect(calledName({ name: ' ' })).toBe('the character')
})
