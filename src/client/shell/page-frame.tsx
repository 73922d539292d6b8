import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { Link, Outlet } from 'react-router'
import { useUser } from '#client/accounts/session.ts'
import { useIsMobile } from '#client/lib/media-query.ts'
import { queryOf } from '#client/lib/query-client.ts'
import { Brand } from '#client/ui/brand.tsx'
import { SidebarTrigger } from '#client/ui/sidebar/sidebar-context.tsx'
import { ThemeToggle } from '#client/ui/theme-toggle.tsx'
import { PortalButton } from '../billing/account/portal-button.tsx'

/** The layout of every page but chat: a top bar on phones, and the page margins. */
export function PageFrame() {
  const { accountType } = useUser()
  return (
    <>
      <MobileBar />
      {accountType === 'premium' && <PastDueNotice />}
      <main
        id="main"
        tabIndex={-1}
        className="w-full max-w-[1280px] flex-1 px-4 pt-6 pb-16 outline-none sm:px-8 md:pt-9 lg:px-11"
      >
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

/** Shown to Premium users whose last renewal was not paid. They keep Premium while the provider tries again. */
function PastDueNotice() {
  const { data } = useQuery(queryOf('GET /api/subscription'))
  if (data?.subscription?.state !== 'past_due') return null
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-gilt border-b bg-sunken px-4 py-2 text-sm"
    >
      <span className="flex items-center gap-2">
        <TriangleAlert aria-hidden size={16} className="shrink-0 text-gilt-ink" />
        Your last payment did not go through. Update your card to keep Premium.
      </span>
      <PortalButton label="Update your card" />
    </div>
  )
}
