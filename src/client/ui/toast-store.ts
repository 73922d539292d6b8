import { useSyncExternalStore } from 'react'

/** Toasts live outside React, so that anything may raise one (spec §9). */
export const toastRules = {
  visible: 1,
  duration: 5_000,
  /** A dismissed toast leaves the list after this long; until then it can still play its way out. */
  removal: 1_000_000,
} as const

export interface ToastWords {
  title: string
  description?: string
  variant?: 'default' | 'destructive'
  /** One thing to do about it, such as Undo. */
  action?: { label: string; onSelect: () => void }
  /** How long it stays, in milliseconds. */
  duration?: number
}

export interface Toast extends ToastWords {
  id: string
  open: boolean
}

interface Timer {
  set: (run: () => void, delay: number) => unknown
  clear: (handle: unknown) => void
}

const browserTimer: Timer = {
  set: (run, delay) => setTimeout(run, delay),
  clear: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
}

/** The newest toast replaces the one on show. The clock is an argument, so that tests need not wait. */
export function createToastStore(timer: Timer = browserTimer) {
  let toasts: readonly Toast[] = []
  let count = 0
  const listeners = new Set<() => void>()
  const removals = new Map<string, unknown>()

  const update = (next: readonly Toast[]) => {
    toasts = next
    for (const listener of listeners) listener()
  }
  const remove = (id: string) => {
    timer.clear(removals.get(id))
    removals.delete(id)
    update(toasts.filter((toast) => toast.id !== id))
  }

  return {
    getSnapshot: () => toasts,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    add: (words: ToastWords): string => {
      count += 1
      const id = String(count)
      update([{ ...words, id, open: true }, ...toasts].slice(0, toastRules.visible))
      return id
    },
    dismiss: (id: string) => {
      if (!removals.has(id))
        removals.set(
          id,
          timer.set(() => remove(id), toastRules.removal),
        )
      update(toasts.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)))
    },
  }
}

export const toastStore = createToastStore()

/** Shows a toast and returns its id, for `dismissToast`. */
export function toast(words: ToastWords): string {
  return toastStore.add(words)
}

export function dismissToast(id: string) {
  toastStore.dismiss(id)
}

export function useToast() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.getSnapshot)
  return { toasts, toast, dismiss: dismissToast }
}
