import type { ConversationStore } from '../store/conversation-store.ts'
import { setUndo } from './last-undo.ts'
import { attempt, goBack } from './message-actions.ts'

/** Shows a message in the transcript: on the branch that is shown, or on its own with what was last shown below it. */
export async function openMessage(store: ConversationStore, messageId: string, isOnPath: boolean): Promise<void> {
  if (isOnPath && (await store.pages.reveal(messageId))) return
  if (await attempt('The message was not opened', store.tree.choose(messageId))) await store.pages.reveal(messageId)
}

/** Ends the story at a message and shows it; what followed is kept. */
export async function goBackTo(store: ConversationStore, messageId: string): Promise<void> {
  if (await goBack(store, messageId)) await store.pages.reveal(messageId)
}

/** Deletes a message with what follows it. Returns whether it was done. */
export async function deleteBranch(store: ConversationStore, messageId: string): Promise<boolean> {
  if (!(await attempt('Not deleted', store.tree.delete(messageId)))) return false
  setUndo(store, () => void restoreBranch(store, messageId))
  return true
}

export function restoreBranch(store: ConversationStore, messageId: string): Promise<boolean> {
  return attempt('Not restored', store.tree.restore(messageId))
}
