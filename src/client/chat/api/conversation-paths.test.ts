import { expect, it } from 'vitest'
import { conversationPath, readChatAddress } from './conversation-paths.ts'

it('readChatAddress reads the conversation, the character or neither from the address', () => {
  const read = (id: string | undefined, query = '') => readChatAddress(id, new URLSearchParams(query))
  expect(read(undefined)).toEqual({ kind: 'picker' })
  expect(read(undefined, 'character=ines')).toEqual({ kind: 'new', characterId: 'ines' })
  expect(read(undefined, 'character=ines&resume=1')).toEqual({ kind: 'resume', characterId: 'ines' })
  expect(read('c1')).toEqual({ kind: 'existing', conversationId: 'c1' })
  expect(read(undefined, 'character=ines&conversation=c1')).toEqual({ kind: 'existing', conversationId: 'c1' })
})

it('conversationPath escapes the id', () => {
  expect(conversationPath('a/b')).toBe('/chat/a%2Fb')
})
