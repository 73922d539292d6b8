import { beforeEach, expect, it } from 'vitest'
import { createStorage, openBlockedStorage } from '#tests/support/memory-storage.ts'
import { createDrafts } from './drafts.ts'

let storage: Storage
let drafts: ReturnType<typeof createDrafts>

beforeEach(() => {
  storage = createStorage()
  drafts = createDrafts(() => storage, 'pat')
})

it('stores one text per conversation and per owner', () => {
  drafts.save('c1', { text: 'I was about to say' })
  drafts.save('c2', { text: 'Hello' })
  expect(drafts.read('c1').text).toBe('I was about to say')
  expect(drafts.read('c2').text).toBe('Hello')
  expect(drafts.read('c3').text).toBe('')
  expect(createDrafts(() => storage, 'kim').read('c1').text).toBe('')
})

it('stores the id a draft was sent under until another text is saved', () => {
  drafts.save('c1', { text: 'Is anyone there?', pendingId: 'id-1' })
  expect(drafts.read('c1')).toEqual({ text: 'Is anyone there?', pendingId: 'id-1' })
  drafts.save('c1', { text: 'Is anyone there? It is me.' })
  expect(drafts.read('c1')).toEqual({ text: 'Is anyone there? It is me.', pendingId: null })
})

it('leaves nothing in storage when a draft is deleted', () => {
  drafts.save('c1', { text: 'x', pendingId: 'id-1' })
  drafts.save('c1', { text: '' })
  drafts.save('c2', { text: 'x', unstartedWith: 'ines' })
  drafts.save('c2', { text: '' })
  expect(Object.keys(storage)).toEqual([])
})

it('moves the draft of a conversation without a message to a new one with the same character', () => {
  drafts.save('c1', { text: 'To Ines', unstartedWith: 'ines' })
  drafts.save('c2', { text: 'To Tomas', unstartedWith: 'tomas' })
  createDrafts(() => storage, 'kim').moveToNew('ines', 'c3')
  expect(drafts.read('c3').text).toBe('')
  drafts.moveToNew('ines', 'c3')
  expect([drafts.read('c1').text, drafts.read('c3').text]).toEqual(['', 'To Ines'])
  drafts.moveToNew('ines', 'c4')
  expect([drafts.read('c3').text, drafts.read('c4').text]).toEqual(['', 'To Ines'])
  expect(drafts.read('c2').text).toBe('To Tomas')
})

it('does not move the draft of a conversation that has a message, or one that was sent', () => {
  drafts.save('c1', { text: 'Started', unstartedWith: null })
  drafts.save('c2', { text: 'Sent', unstartedWith: 'ines', pendingId: 'id-1' })
  drafts.moveToNew('ines', 'c3')
  expect([drafts.read('c1').text, drafts.read('c2').text, drafts.read('c3').text]).toEqual(['Started', 'Sent', ''])
})

it('works without storage where the browser forbids it', () => {
  const blocked = createDrafts(openBlockedStorage, 'pat')
  blocked.save('c1', { text: 'x' })
  blocked.moveToNew('ines', 'c1')
  expect(blocked.read('c1')).toEqual({ text: '', pendingId: null })
})
