import { lazy, Suspense, useEffect, useState } from 'react'
import type { AuthTab } from '#client/accounts/auth-dialog.tsx'
import { setDestination } from '#client/accounts/destination.ts'
import { useSession } from '#client/accounts/session.ts'
import { LandingPage } from '#client/landing/landing-page.tsx'
import { Brand } from '#client/ui/brand.tsx'
import { Button } from '#client/ui/button.tsx'
import { ThemeToggle } from '#client/ui/theme-toggle.tsx'
import { pagePath } from '#shared/page-path.ts'
import { SessionEndedNotice } from './session-ended-notice.tsx'
import { SkipLink } from './skip-link.tsx'

const loadAuthDialog = () => import('#client/accounts/auth-dialog.tsx')
const AuthDialog = lazy(async () => ({ default: (await loadAuthDialog()).AuthDialog }))
const PublicSubscribePage = lazy(async () => ({
  default: (await import('#client/billing/public-subscribe-page.tsx')).PublicSubscribePage,
}))

/** The public pages: two prerendered pages with plain links, and the login dialog. They load no router. */
export function SignedOutApp({ path = window.location.pathname }: { path?: string }) {
  // Replays a click made before hydration (public/early-clicks.js).
  useEffect(() => void document.dispatchEvent(new Event('troupe:ready')), [])
  const [tab, setTab] = useState<AuthTab | null>(null)
  const [isDialogLoaded, setDialogLoaded] = useState(false)
  const openAuth = (next: AuthTab, destination: string | null = null) => {
    setDestination(destination)
    setDialogLoaded(true)
    setTab(next)
  }
  const session = useSession()
  const hasEnded = session.status === 'signed-out' && session.hasEnded === true
  return (
    <>
      <SkipLink />
      {hasEnded && <SessionEndedNotice onLogIn={() => openAuth('login')} />}
      <Header onLogIn={() => openAuth('login')} />
      <main id="main" tabIndex={-1} className="outline-none">
        {pagePath(path) === '/subscribe' ? (
          <Suspense fallback={<div className="min-h-dvh" />}>
            <div className="mx-auto flex max-w-[1440px] justify-center px-5 pt-8 pb-20 sm:px-8 lg:px-14">
              <PublicSubscribePage onAuth={openAuth} />
            </div>
          </Suspense>
        ) : (
          <LandingPage onAuth={openAuth} />
        )}
      </main>
      <Footer />
      {isDialogLoaded && (
        <Suspense fallback={null}>
          <AuthDialog tab={tab} onTabChange={setTab} />
        </Suspense>
      )}
    </>
  )
}

function Header({ onLogIn }: { onLogIn: () => void }) {
  return (
    <header className="mx-auto flex max-w-[1440px] items-center justify-between gap-3 px-5 py-3.5 sm:px-8 lg:px-14 lg:py-[18px]">
      <a href="/" className="flex min-h-11 items-center rounded-sm">
        <Brand className="text-[1.6875rem]" />
      </a>
      <span className="flex items-center gap-1.5">
        <ThemeToggle />
        <Button variant="outline" onClick={onLogIn} onPointerEnter={() => void loadAuthDialog()}>
          Log In
        </Button>
      </span>
    </header>
  )
}

function Footer() {
  return (
    <footer className="border-line border-t">
      <div className="mx-auto flex max-w-[1440px] flex-wrap items-center justify-between gap-x-8 gap-y-2 px-5 py-6 text-ink-soft text-sm sm:px-8 lg:px-14">
        <p>© 2025 Troupe. Every character here is an AI.</p>
        <nav aria-label="Footer" className="flex gap-6">
          <a href="/" className="flex min-h-11 min-w-11 items-center justify-center hover:text-ink">
            Home
          </a>
          <a href="/subscribe" className="flex min-h-11 min-w-11 items-center justify-center hover:text-ink">
            Subscribe
          </a>
        </nav>
      </div>
    </footer>
  )
}
