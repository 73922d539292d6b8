import { PanelLeft } from 'lucide-react'
import { createContext, type ReactNode, use, useState } from 'react'
import { createPortal } from 'react-dom'
import { isSidebarShortcut } from '#client/lib/keyboard.ts'
import { useIsMobile } from '#client/lib/media-query.ts'
import { useWindowEvent } from '#client/lib/use-window-event.ts'
import { IconButton } from '#client/ui/icon-button.tsx'

interface SidebarState {
  /** Whether only icons are shown. Never true on phones, where the sidebar is a sheet. */
  collapsed: boolean
  isMobile: boolean
  sheetOpen: boolean
  setSheetOpen: (open: boolean) => void
  /** Collapses or expands the sidebar. On phones, opens or closes the sheet. */
  toggle: () => void
  /** The element that `SidebarSlot` renders into. */
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

  const toggle = () => {
    if (isMobile) return setSheetOpen(!sheetOpen)
    writeSidebarCookie(!expanded)
    setExpanded(!expanded)
  }
  useWindowEvent('keydown', (event) => {
    if (!isSidebarShortcut(event)) return
    event.preventDefault()
    toggle()
  })
  const collapsed = !expanded && !isMobile
  return (
    <SidebarContext value={{ collapsed, isMobile, sheetOpen, setSheetOpen, toggle, slot, setSlot }}>
      {children}
    </SidebarContext>
  )
}

/** Renders its children in the sidebar under the navigation. Check `useSidebar().collapsed` for the space available. */
export function SidebarSlot({ children }: { children: ReactNode }) {
  const { slot } = useSidebar()
  return slot && createPortal(children, slot)
}

/** Opens the sidebar's sheet on phones. Renders nothing on larger screens. */
export function SidebarTrigger() {
  const { isMobile, sheetOpen, toggle } = useSidebar()
  if (!isMobile) return null
  return <IconButton label="Open menu" aria-expanded={sheetOpen} icon={PanelLeft} side="bottom" onClick={toggle} />
}

/** The sidebar's state is stored in a cookie for seven days. public/first-paint.js reads it too. */
const name = 'sidebar_state'
const maxAge = 604_800

/** Whether the sidebar is expanded, which is the default. */
export function readSidebarCookie(cookies: string): boolean {
  return !cookies.split(/;\s*/).includes(`${name}=false`)
}

export function sidebarCookie(expanded: boolean): string {
  return `${name}=${expanded}; path=/; max-age=${maxAge}; samesite=lax`
}

export function writeSidebarCookie(expanded: boolean) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing from Safari and from plain http
  document.cookie = sidebarCookie(expanded)
}
