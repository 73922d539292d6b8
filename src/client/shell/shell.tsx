import { Outlet, ScrollRestoration } from 'react-router'
import { AdultConfirmationDialog } from '#client/accounts/adult-confirmation-dialog.tsx'
import { useLiveChanges } from '#client/chat/live/use-live-changes.ts'
import { Sheet } from '#client/ui/sheet.tsx'
import { SidebarProvider, useSidebar } from '#client/ui/sidebar/sidebar-context.tsx'
import { AppSidebar } from './app-sidebar.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { Commands } from './palette/commands.tsx'
import { RouteAnnouncer } from './route-announcer.tsx'
import { SkipLink } from './skip-link.tsx'

/** The layout of the signed-in app: the sidebar, and the page next to it. */
export function Shell() {
  useLiveChanges()
  return (
    <SidebarProvider>
      <Commands>
        <SkipLink />
        <div className="flex min-h-dvh">
          <SidebarContainer />
          <div className="flex min-w-0 flex-1 flex-col">
            <OfflineNotice />
            <Outlet />
          </div>
        </div>
      </Commands>
      <RouteAnnouncer />
      <AdultConfirmationDialog />
      <ScrollRestoration />
    </SidebarProvider>
  )
}

function SidebarContainer() {
  const { collapsed, isMobile, sheetOpen, setSheetOpen } = useSidebar()
  if (isMobile) {
    return (
      <Sheet open={sheetOpen} onOpenChange={setSheetOpen} title="Menu">
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
