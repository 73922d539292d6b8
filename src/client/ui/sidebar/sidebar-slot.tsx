import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useSidebar } from './sidebar-context.tsx'

/**
 * Puts its children into the sidebar, under the navigation: the chat page's list of characters.
 * It works in the expanded, the collapsed and the sheet form alike; `useSidebar().collapsed` tells which to draw.
 */
export function SidebarSlot({ children }: { children: ReactNode }) {
  const { slot } = useSidebar()
  return slot && createPortal(children, slot)
}
