import { expect, it } from 'vitest'
import { chatPath, editCharacterPath, resumeChatPath } from './paths.ts'

it('encodes ids in paths', () => {
  expect(chatPath('a b')).toBe('/chat?character=a+b')
  expect(chatPath('a', 'c&d')).toBe('/chat?character=a&conversation=c%26d')
  expect(resumeChatPath('a b')).toBe('/chat?character=a+b&resume=1')
  expect(editCharacterPath('x/y')).toBe('/create?id=x%2Fy')
})
