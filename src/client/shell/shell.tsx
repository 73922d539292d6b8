import { CloudOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigationType } from 'react-router'
import { AnnouncementBar } from '#client/accounts/announcement-bar.tsx'
import { useUser } from '#client/accounts/session.ts'
import { useLiveChanges } from '#client/chat/use-live-changes.ts'
import { useOnline } from '#client/lib/online.ts'
import { focusNewPage, focusPage } from '#client/lib/page-focus.ts'
import { closeDialogsOfOtherPages, Dialogs } from '#client/ui/dialogs.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { SidebarProvider, useSidebar } from '#client/ui/sidebar/sidebar-context.tsx'
import { canModerate } from '#shared/entitlements.ts'
import { AppSidebar } from './app-sidebar.tsx'
import { useCommandKeys } from './palette/commands.tsx'
import { SkipLink } from './skip-link.tsx'

// Not in the chunk of the shell, which everybody else gets as well.
const AlertHost = lazyPart(async () => (await import('#client/moderation/alerts/alert-host.tsx')).AlertHost, {
  failed: () => null,
})

export function Shell() {
  useLiveChanges()
  useCommandKeys()
  useCloseDialogs()
  const isModerating = canModerate(useUser())
  return (
    <SidebarProvider>
      <SkipLink />
      <div className="flex min-h-dvh">
        <SidebarContainer />
        <div className="flex min-w-0 flex-1 flex-col">
          <AnnouncementBar />
          <OfflineNotice />
          <Outlet />
        </div>
      </div>
      <Dialogs />
      <RouteAnnouncer />
      {isModerating && <AlertHost />}
      <ScrollRestoration />
    </SidebarProvider>
  )
}

/** Dialogs are closed when their page is left. A new chat that gets its own address stays the same page. */
function useCloseDialogs() {
  const { pathname } = useLocation()
  const type = useNavigationType()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the type of the navigation that led to the path
  useEffect(() => {
    if (type !== 'REPLACE') closeDialogsOfOtherPages()
  }, [pathname])
}

function SidebarContainer() {
  const { collapsed, isMobile, sheetOpen, setSheetOpen } = useSidebar()
  if (isMobile) {
    return (
      <Sheet isOpen={sheetOpen} onClose={() => setSheetOpen(false)} title="Menu">
        <AppSidebar />
      </Sheet>
    )
  }
  return (
    <aside
      aria-label="Sidebar"
      className={`sticky top-0 h-dvh shrink-0 border-line border-r bg-sunken transition-[width] duration-200 ease-out ${collapsed ? 'w-12' : 'w-[clamp(256px,16rem,33vw)]'}`}
    >
      <AppSidebar />
    </aside>
  )
}

function OfflineNotice() {
  const online = useOnline()
  return (
    <div role="status">
      {!online && (
        <p className="flex items-center justify-center gap-2 bg-ink px-4 py-2.5 text-center text-paper text-sm">
          <CloudOff aria-hidden size={16} className="shrink-0" />
          You are offline. What you write is kept on this device until the connection is back.
        </p>
      )}
    </div>
  )
}

/**
 * Announces the title of the new page to screen readers, and moves the focus to it if the control that led there is gone.
 * Browsers do so for full page loads only.
 */
function RouteAnnouncer() {
  const { pathname, key } = useLocation()
  const lastPathname = useRef(pathname)
  const lastKey = useRef(key)
  const [announcement, setAnnouncement] = useState('')
  useEffect(focusNewPage, [])
  useEffect(() => {
    // Effects of child components run first, so the page has already set its title.
    if (pathname !== lastPathname.current) setAnnouncement(document.title)
    lastPathname.current = pathname
  }, [pathname])
  useEffect(() => {
    if (key !== lastKey.current) focusPage()
    lastKey.current = key
  }, [key])
  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  )
}
