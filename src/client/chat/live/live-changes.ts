import type { AccountChange } from '#shared/account-events.ts'

/** A change on another tab or device; `missed` when any may have happened while there was no connection. */
export type LiveChange = AccountChange | 'missed'

const listeners = new Set<(change: LiveChange) => void>()

export function subscribeToChanges(listener: (change: LiveChange) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function announceChange(change: LiveChange): void {
  for (const listener of listeners) listener(change)
}
