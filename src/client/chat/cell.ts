/** A value that tells its listeners when it changes; React reads it through `useSyncExternalStore`. */
export interface Cell<T extends object> {
  get: () => T
  /** Changes some of it. */
  set: (changes: Partial<T>) => void
  subscribe: (listener: () => void) => () => void
}

export function createCell<T extends object>(initial: T): Cell<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (changes) => {
      value = { ...value, ...changes }
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
