import { expect, it } from 'vitest'
import { conversationPath, readPlace } from './conversation-paths.ts'

it('reads what the address asks for', () => {
  const read = (id: string | undefined, query = '') => readPlace(id, new URLSearchParams(query))
  expect(read(undefined)).toEqual({ kind: 'picker' })
  expect(read(undefined, 'character=ines')).toEqual({ kind: 'new', characterId: 'ines' })
  expect(read('c1')).toEqual({ kind: 'conversation', conversationId: 'c1' })
  expect(read(undefined, 'character=ines&conversation=c1')).toEqual({ kind: 'conversation', conversationId: 'c1' })
})

it('writes an id into the address as it is', () => {
  expect(conversationPath('a/b')).toBe('/chat/a%2Fb')
})
