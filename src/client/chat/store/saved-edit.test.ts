import { expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { createStorage } from '#tests/support/memory-storage.ts'
import { type ConversationState, initialState } from './conversation-state.ts'
import { type ConversationMessage, createMessage } from './messages.ts'
import { saveEdits } from './use-conversation.ts'

const reply = createMessage({ key: 'k1', id: 'm1', role: 'character', createdAt: 1, content: 'We close at dawn.' })

/** A page with the conversation open. */
function openPage(storage: Storage, { owner = 'pat', messages = [reply], older = [] as ConversationMessage[] } = {}) {
  const state = createStore<ConversationState>(() => ({ ...initialState, conversationId: 'c1', phase: 'loading' }))
  const setEditing = (editing: ConversationState['editing']) => state.setState({ editing })
  const reveal = async (messageId: string) => {
    state.setState({ messages: older })
    return older.some(({ id }) => id === messageId)
  }
  saveEdits({ state, setEditing, pages: { reveal } }, () => storage, owner)
  state.setState({ phase: 'open', messages })
  return { state, setEditing }
}

it('restores an edit after a reload, until it is saved or cancelled', () => {
  const storage = createStorage()
  const first = openPage(storage)
  expect(first.state.getState().editing).toBeNull()
  first.setEditing({ key: 'k1', text: 'We close\nat noon.' })

  const second = openPage(storage, { messages: [{ ...reply, key: 'k2' }] })
  expect(second.state.getState().editing).toEqual({ key: 'k2', text: 'We close\nat noon.' })
  expect(openPage(storage, { owner: 'kim' }).state.getState().editing).toBeNull()
  expect(openPage(storage, { messages: [] }).state.getState().editing).toBeNull()

  second.setEditing(null)
  expect(Object.keys(storage)).toEqual([])
  expect(openPage(storage).state.getState().editing).toBeNull()
})

it('goes on with the edit of a message that is not on the newest page', async () => {
  const storage = createStorage()
  openPage(storage).setEditing({ key: 'k1', text: 'We close at noon.' })
  const newest = createMessage({ key: 'k9', id: 'm9', role: 'user', createdAt: 9, content: 'Good night.' })
  const { state } = openPage(storage, { messages: [newest], older: [reply, newest] })
  expect(state.getState().editing).toBeNull()
  await expect.poll(() => state.getState().editing).toEqual({ key: 'k1', text: 'We close at noon.' })
})
