import { create } from 'zustand'
import { tryOrNull } from '#client/lib/try-or-null.ts'

const key = 'quick_replies'
const collapsed = 'collapsed'

/** Whether the bar of quick replies is open. It is kept on this device. */
export const useReplyBarOpen = create(() => tryOrNull(() => localStorage.getItem(key)) !== collapsed)

export function toggleReplyBar(): void {
  const isOpen = !useReplyBarOpen.getState()
  useReplyBarOpen.setState(isOpen, true)
  tryOrNull(() => localStorage.setItem(key, isOpen ? 'open' : collapsed))
}
