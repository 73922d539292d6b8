import { expect, it } from 'vitest'
import { chatPath, editCharacterPath } from './paths.ts'

it('encodes ids in paths', () => {
  expect(chatPath('a b')).toBe('/chat?character=a+b')
  expect(chatPath('a', 'c&d')).toBe('/chat?character=a&conversation=c%26d')
  expect(editCharacterPath('x/y')).toBe('/create?id=x%2Fy')
})
