import type { ConversationStore } from '../store/conversation-store.ts'

const undos = new WeakMap<ConversationStore, () => void>()

/** Remembers how to take back the newest change of a story, after its toast is gone. */
export function setUndo(store: ConversationStore, undo: () => void): void {
  undos.set(store, undo)
}

/** How to take back the newest change; once. */
export function takeUndo(store: ConversationStore): (() => void) | undefined {
  const undo = undos.get(store)
  undos.delete(store)
  return undo
}
