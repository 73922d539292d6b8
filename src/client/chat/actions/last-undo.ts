import type { ConversationStore } from '../store/conversation-store.ts'

const undos = new WeakMap<ConversationStore, () => void>()

/** Stores how to undo the newest change of a story, for when its toast is gone. */
export function setUndo(store: ConversationStore, undo: () => void): void {
  undos.set(store, undo)
}

/** Returns how to undo the newest change, and forgets it. */
export function takeUndo(store: ConversationStore): (() => void) | undefined {
  const undo = undos.get(store)
  undos.delete(store)
  return undo
}
