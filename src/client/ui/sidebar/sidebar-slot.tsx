import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useSidebar } from './sidebar-context.tsx'

/** Renders its children in the sidebar under the navigation. Check `useSidebar().collapsed` for the space available. */
export function SidebarSlot({ children }: { children: ReactNode }) {
  const { slot } = useSidebar()
  return slot && createPortal(children, slot)
}
