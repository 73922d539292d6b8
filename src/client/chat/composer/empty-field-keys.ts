import type { KeyboardEvent } from 'react'
import { editNewest, swipe } from '../actions/message-actions.ts'
import type { ConversationStore } from '../store/conversation-store.ts'

/**
 * The arrow keys in an empty message field: up edits the player's newest message, left and right lead through the versions
 * of the newest one. Returns whether the key was one of these.
 */
export function handleEmptyFieldKey(store: ConversationStore, event: KeyboardEvent): boolean {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event
  const { draft, turn, isChanging, editing, messages, conversation } = store.state.getState()
  const canChange = turn === 'idle' && !isChanging && !editing && conversation?.characterAvailable !== false
  if (draft !== '' || !canChange || altKey || ctrlKey || metaKey || shiftKey) return false
  if (key === 'ArrowUp') return editNewest(store)
  const newest = messages.at(-1)
  if (!newest || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return false
  swipe(store, newest, key === 'ArrowLeft' ? -1 : 1)
  return true
}
