import { create } from 'zustand'

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

export const useToasts = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }))
let count = 0

const update = (change: (toasts: readonly Toast[]) => readonly Toast[]) => {
  useToasts.setState(({ toasts }) => ({ toasts: change(toasts) }))
}

/** Shows a toast, from any code. */
export function toast(options: ToastOptions): void {
  count += 1
  const added = { ...options, id: String(count), open: true }
  update((toasts) => [added, ...toasts].slice(0, toastRules.visible))
}

export function dismissToast(id: string): void {
  update((toasts) => toasts.map((one) => (one.id === id ? { ...one, open: false } : one)))
  setTimeout(() => update((toasts) => toasts.filter((one) => one.id !== id)), toastRules.removal)
}
