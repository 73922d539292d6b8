import { Suspense, useEffect, useRef, useState } from 'react'
import type { AuthDialogProps, AuthTab } from '#client/accounts/auth-dialog.tsx'
import { authEntry, isAuthEntry, setDestination } from '#client/accounts/destination.ts'
import { useSession } from '#client/accounts/session.ts'
import { LandingPage } from '#client/landing/landing-page.tsx'
import { Loadable, useLoadable } from '#client/lib/loadable.ts'
import { focusNewPage } from '#client/lib/page-focus.ts'
import { Brand } from '#client/ui/brand.tsx'
import { Button } from '#client/ui/button.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { ThemeToggle } from '#client/ui/theme-toggle.tsx'
import { pagePath } from '#shared/page-path.ts'
import { type SitePageName, sitePageNames, sitePages } from '#shared/site-page-names.ts'
import { SessionEndedNotice } from './session-ended-notice.tsx'
import { SkipLink } from './skip-link.tsx'

const AuthDialog = lazyPart<AuthDialogProps & { onClose: () => void }>(
  async () => (await import('#client/accounts/auth-dialog.tsx')).AuthDialog,
  { placeholder: () => <DialogSkeleton /> },
)
const publicSubscribePage = new Loadable(
  async () => (await import('#client/billing/public-subscribe-page.tsx')).PublicSubscribePage,
)
const publicSitePage = new Loadable(async () => (await import('#client/landing/site-page.tsx')).SitePage)
const isSubscribePage = (path: string) => pagePath(path) === '/subscribe'
const sitePageAt = (path: string) => sitePageNames.find((name) => pagePath(path) === `/${name}`)

/**
 * Resolves when the code of the page at this path is loaded. Hydrated before, a page that is clicked while its code loads
 * would be rendered again: its prerendered elements and what was typed in them would be lost.
 */
export async function preloadPublicPage(path: string): Promise<void> {
  if (isSubscribePage(path)) await publicSubscribePage.preload()
  if (sitePageAt(path)) await publicSitePage.preload()
}

/** The public pages: two prerendered pages with plain links, and the login dialog. They load no router. */
export function SignedOutApp({ path = window.location.pathname }: { path?: string }) {
  const sitePage = sitePageAt(path)
  // Replays a click made before hydration (public/early-clicks.js).
  useEffect(() => void document.dispatchEvent(new Event('troupe:ready')), [])
  useEffect(focusNewPage, [])
  const { tab, changeTab } = useAuthTab()
  const [isDialogLoaded, setDialogLoaded] = useState(false)
  const openAuth = (next: AuthTab, destination: string | null = null) => {
    setDestination(destination)
    setDialogLoaded(true)
    changeTab(next)
  }
  const closeUnloaded = () => {
    setDialogLoaded(false)
    changeTab(null)
  }
  const session = useSession()
  const hasEnded = session.status === 'signed-out' && session.hasEnded === true
  return (
    <>
      <SkipLink />
      {hasEnded && <SessionEndedNotice onLogIn={() => openAuth('login')} />}
      <Header onLogIn={() => openAuth('login')} />
      <main id="main" tabIndex={-1} className="outline-none">
        {(isSubscribePage(path) || sitePage) && (
          <Suspense fallback={<div className="min-h-dvh" />}>
            <div className="mx-auto flex max-w-[1440px] justify-center px-5 pt-8 pb-20 sm:px-8 lg:px-14">
              {sitePage ? <PublicSitePage name={sitePage} /> : <PublicSubscribePage onAuth={openAuth} />}
            </div>
          </Suspense>
        )}
        {!isSubscribePage(path) && <LandingPage onAuth={openAuth} title={sitePage && sitePages[sitePage].title} />}
      </main>
      <Footer />
      {isDialogLoaded && <AuthDialog tab={tab} onTabChange={changeTab} onClose={closeUnloaded} />}
    </>
  )
}

function PublicSubscribePage({ onAuth }: { onAuth: (tab: AuthTab) => void }) {
  const Page = useLoadable(publicSubscribePage)
  return <Page onAuth={onAuth} />
}

function PublicSitePage({ name }: { name: SitePageName }) {
  const Page = useLoadable(publicSitePage)
  return <Page name={name} />
}

/** In the place of the dialog while its code loads, unless that takes less than 300 ms. */
function DialogSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading"
      className="fixed inset-0 z-50 grid animate-fade-in items-end justify-items-center bg-scrim [animation-delay:300ms] [animation-fill-mode:backwards] sm:items-center"
    >
      <div className="flex w-full flex-col gap-5 rounded-t-xl bg-card p-6 sm:max-w-md sm:rounded-xl sm:p-7">
        <Skeleton className="h-8 w-3/5" />
        <Skeleton className="h-13 w-full" />
        <Skeleton className="h-17 w-full" />
        <Skeleton className="h-17 w-full" />
        <Skeleton className="h-13 w-full" />
      </div>
    </div>
  )
}

/** The open tab of the auth dialog. The dialog has a history entry, so that Back closes it and does not leave the page. */
function useAuthTab() {
  const [tab, setTab] = useState<AuthTab | null>(null)
  const isClosing = useRef(false)
  useEffect(() => {
    const close = () => {
      isClosing.current = false
      setTab(null)
    }
    window.addEventListener('popstate', close)
    return () => window.removeEventListener('popstate', close)
  }, [])
  const changeTab = (next: AuthTab | null) => {
    if (next === null) {
      // Back comes later: a second Escape must not leave the page.
      if (tab !== null && !isClosing.current) window.history.back()
      isClosing.current = tab !== null
      return
    }
    // A reload keeps the entry of a dialog that was open.
    if (tab === null && !isAuthEntry()) window.history.pushState(authEntry, '')
    setTab(next)
  }
  return { tab, changeTab }
}

function Header({ onLogIn }: { onLogIn: () => void }) {
  return (
    <header className="mx-auto flex max-w-[1440px] items-center justify-between gap-3 px-5 py-3.5 sm:px-8 lg:px-14 lg:py-[18px]">
      <a href="/" className="flex min-h-11 items-center rounded-sm">
        <Brand className="text-[1.6875rem]" />
      </a>
      <span className="flex items-center gap-1.5">
        <ThemeToggle />
        <Button variant="outline" onClick={onLogIn} onPointerEnter={AuthDialog.preload}>
          Log In
        </Button>
      </span>
    </header>
  )
}

const footerLinks = [
  { to: '/', text: 'Home' },
  { to: '/subscribe', text: 'Subscribe' },
  ...sitePageNames.map((name) => ({ to: `/${name}`, text: sitePages[name].title })),
]

function Footer() {
  return (
    <footer className="border-line border-t">
      <div className="mx-auto flex max-w-[1440px] flex-wrap items-center justify-between gap-x-8 gap-y-2 px-5 py-6 text-ink-soft text-sm sm:px-8 lg:px-14">
        <p>© 2025 Troupe. Every character here is an AI.</p>
        <nav aria-label="Footer" className="-mx-2 flex flex-wrap">
          {footerLinks.map(({ to, text }) => (
            <a
              key={to}
              href={to}
              className="flex min-h-11 min-w-11 items-center justify-center px-2 hover:text-ink sm:px-3"
            >
              {text}
            </a>
          ))}
        </nav>
      </div>
    </footer>
  )
}
