import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react'
import { useIsMobile } from '#client/lib/media-query.ts'
import { readSidebarCookie, writeSidebarCookie } from './sidebar-cookie.ts'

interface SidebarState {
  /** Icons only. Never true on a phone, where the sidebar is a sheet. */
  collapsed: boolean
  isMobile: boolean
  sheetOpen: boolean
  setSheetOpen: (open: boolean) => void
  /** Collapses or expands; on a phone, opens or closes the sheet. */
  toggle: () => void
  /** Where pages put their own list (see SidebarSlot). */
  slot: HTMLElement | null
  setSlot: (element: HTMLElement | null) => void
}

const SidebarContext = createContext<SidebarState | null>(null)

export function useSidebar(): SidebarState {
  const state = use(SidebarContext)
  if (!state) throw new Error('useSidebar needs a SidebarProvider above it')
  return state
}

export function SidebarProvider({ children }: { children: ReactNode }) {
  const isMobile = useIsMobile()
  const [expanded, setExpanded] = useState(() => readSidebarCookie(document.cookie))
  const [sheetOpen, setSheetOpen] = useState(false)
  const [slot, setSlot] = useState<HTMLElement | null>(null)

  const toggle = useCallback(() => {
    if (isMobile) return setSheetOpen((open) => !open)
    setExpanded((now) => {
      writeSidebarCookie(!now)
      return !now
    })
  }, [isMobile])
  useSidebarShortcut(toggle)

  const state = useMemo(
    () => ({ collapsed: !expanded && !isMobile, isMobile, sheetOpen, setSheetOpen, toggle, slot, setSlot }),
    [expanded, isMobile, sheetOpen, toggle, slot],
  )
  return <SidebarContext value={state}>{children}</SidebarContext>
}

/** ⌘B or Ctrl+B. */
function useSidebarShortcut(toggle: () => void) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'b' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      toggle()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [toggle])
}
