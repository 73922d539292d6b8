import { Link, Outlet } from 'react-router'
import { useUser } from '#client/accounts/session.ts'
import { PastDueNotice } from '#client/billing/account/past-due-notice.tsx'
import { useIsMobile } from '#client/lib/media-query.ts'
import { Brand } from '#client/ui/brand.tsx'
import { SidebarTrigger } from '#client/ui/sidebar/sidebar-context.tsx'
import { ThemeToggle } from '#client/ui/theme-toggle.tsx'
import { pageMargins } from './page-margins.ts'

/** The layout of every page but chat: a top bar on phones, and the page margins. */
export function PageFrame() {
  const { accountType } = useUser()
  return (
    <>
      <MobileBar />
      {accountType === 'premium' && <PastDueNotice />}
      <main id="main" tabIndex={-1} className={pageMargins}>
        <Outlet />
      </main>
    </>
  )
}

function MobileBar() {
  if (!useIsMobile()) return null
  return (
    <header className="sticky top-0 z-20 flex items-center gap-1 border-line border-b bg-paper px-2 py-1.5">
      <SidebarTrigger />
      <Link to="/" className="flex min-h-11 items-center rounded-sm px-1">
        <Brand className="text-xl" />
      </Link>
      <span className="ml-auto">
        <ThemeToggle />
      </span>
    </header>
  )
}
