import { createStore, useStore } from 'zustand'

/** The rules of toasts, in milliseconds. */
export const toastRules = {
  visible: 1,
  duration: 5_000,
  /** With Undo, or another button for which there is no other way: some people take longer to reach it (WCAG 2.2.1). */
  durationWithAction: 20_000,
  /** A dismissed toast stays in the list for this long, so that its exit animation can play. */
  removal: 1_000_000,
} as const

export interface ToastOptions {
  title: string
  description?: string
  variant?: 'default' | 'destructive'
  action?: { label: string; onSelect: () => void }
  /** How long the toast is shown, in milliseconds. `toastRules.duration` where its button only leads somewhere. */
  duration?: number
}

export interface Toast extends ToastOptions {
  id: string
  open: boolean
}

type Schedule = (run: () => void, delay: number) => void

/** Creates a store outside React, so that any code can show a toast. `schedule` is an argument for tests. */
export function createToastStore(schedule: Schedule = (run, delay) => void setTimeout(run, delay)) {
  const store = createStore<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }))
  const dismissed = new Set<string>()
  let count = 0

  const update = (change: (toasts: readonly Toast[]) => readonly Toast[]) => {
    store.setState(({ toasts }) => ({ toasts: change(toasts) }))
  }
  const remove = (id: string) => {
    dismissed.delete(id)
    update((toasts) => toasts.filter((toast) => toast.id !== id))
  }

  return {
    ...store,
    add: (options: ToastOptions): void => {
      count += 1
      const toast = { ...options, id: String(count), open: true }
      update((toasts) => [toast, ...toasts].slice(0, toastRules.visible))
    },
    dismiss: (id: string): void => {
      if (!dismissed.has(id)) schedule(() => remove(id), toastRules.removal)
      dismissed.add(id)
      update((toasts) => toasts.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)))
    },
  }
}

export const toastStore = createToastStore()

export const toast = toastStore.add

export function useToasts(): readonly Toast[] {
  return useStore(toastStore, ({ toasts }) => toasts)
}
