import { TimerOff } from 'lucide-react'
import { useEffect } from 'react'
import { AnnouncementBar } from '#client/accounts/announcement-bar.tsx'
import type { AuthTab } from '#client/accounts/auth-dialog.tsx'
import { authEntry, isAuthEntry, setDestination } from '#client/accounts/destination.ts'
import { takeInvitation } from '#client/accounts/invitation.ts'
import { useSession } from '#client/accounts/session.ts'
import { LandingPage } from '#client/landing/landing-page.tsx'
import { focusNewPage } from '#client/lib/page-focus.ts'
import { useWindowEvent } from '#client/lib/use-window-event.ts'
import { Brand, SiteName } from '#client/ui/brand.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialogs, lazyDialog } from '#client/ui/dialogs.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { ThemeToggle } from '#client/ui/theme-toggle.tsx'
import { pagePath } from '#shared/page-path.ts'
import { sitePageNames, sitePages } from '#shared/site-page-names.ts'
import { SkipLink } from './skip-link.tsx'

const placeholder = () => <DialogSkeleton />
const authDialog = lazyDialog(async () => (await import('#client/accounts/auth-dialog.tsx')).AuthDialog, {
  placeholder,
})
const oidcDialog = lazyDialog(async () => (await import('#client/accounts/oidc-dialog.tsx')).OidcDialog, {
  placeholder,
})
const linkDialog = lazyDialog(async () => (await import('#client/accounts/mail-dialogs.tsx')).LinkDialog, {
  placeholder,
})
const page = { placeholder: () => <div className="min-h-dvh" /> }
const PublicSubscribePage = lazyPart(
  async () => (await import('#client/billing/public-subscribe-page.tsx')).PublicSubscribePage,
  page,
)
const PublicSitePage = lazyPart(async () => (await import('#client/landing/site-page.tsx')).SitePage, page)
const isSubscribePage = (path: string) => pagePath(path) === '/subscribe'
const sitePageAt = (path: string) => sitePageNames.find((name) => pagePath(path) === `/${name}`)

/**
 * Resolves when the code of the page at this path is loaded. Hydrated before, a page that is clicked while its code loads
 * would be rendered again: its prerendered elements and what was typed in them would be lost.
 */
export async function preloadPublicPage(path: string): Promise<void> {
  if (isSubscribePage(path)) await PublicSubscribePage.preload()
  if (sitePageAt(path)) await PublicSitePage.preload()
}

/** The public pages: two prerendered pages with plain links, and the login dialog. They load no router. */
export function SignedOutApp({ path = window.location.pathname }: { path?: string }) {
  const sitePage = sitePageAt(path)
  // Replays a click made before hydration (public/early-clicks.js).
  useEffect(() => void document.dispatchEvent(new Event('troupe:ready')), [])
  useEffect(focusNewPage, [])
  // An invitation leads to the form that it is for.
  useEffect(() => {
    if (takeInvitation()) openAuth('register')
  }, [])
  useWindowEvent('popstate', () => authDialog.close())
  useEffect(() => {
    if (pagePath(path) === '/sign-in') finishLogin()
  }, [path])
  const session = useSession()
  const hasEnded = session.status === 'signed-out' && session.hasEnded === true
  return (
    <>
      <SkipLink />
      <AnnouncementBar />
      {hasEnded && <SessionEndedNotice onLogIn={() => openAuth('login')} />}
      <Header onLogIn={() => openAuth('login')} />
      <main id="main" tabIndex={-1} className="outline-none">
        {(isSubscribePage(path) || sitePage) && (
          <div className="mx-auto flex max-w-[1440px] justify-center px-5 pt-8 pb-20 sm:px-8 lg:px-14">
            {sitePage ? <PublicSitePage name={sitePage} /> : <PublicSubscribePage onAuth={openAuth} />}
          </div>
        )}
        {!isSubscribePage(path) && <LandingPage onAuth={openAuth} title={sitePage && sitePages[sitePage].title} />}
      </main>
      <Footer />
      <Dialogs />
    </>
  )
}

/** The dialog has a history entry, so that Back closes it and does not leave the page. */
function openAuth(initialTab: AuthTab, destination: string | null = null) {
  setDestination(destination)
  // A reload keeps the entry of a dialog that was open.
  if (!isAuthEntry()) window.history.pushState(authEntry, '')
  authDialog.open({ initialTab }, () => isAuthEntry() && window.history.back())
}

/** The OpenID provider, or the link of a mail, has sent the browser here. */
function finishLogin() {
  if (window.location.hash) return linkDialog.open({})
  const onLogIn = () => {
    oidcDialog.close()
    openAuth('login')
  }
  oidcDialog.open({ onLogIn })
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

function Header({ onLogIn }: { onLogIn: () => void }) {
  return (
    <header className="mx-auto flex max-w-[1440px] items-center justify-between gap-3 px-5 py-3.5 sm:px-8 lg:px-14 lg:py-[18px]">
      <a href="/" className="flex min-h-11 items-center rounded-sm">
        <Brand className="text-xl sm:text-[1.6875rem]" />
      </a>
      <span className="flex items-center gap-1.5">
        <ThemeToggle />
        <Button variant="outline" onClick={onLogIn} onPointerEnter={authDialog.preload}>
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
        <p>
          © 2025 <SiteName />. Every character here is an AI.
        </p>
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

/** Says why a page of the signed-in app has become a public one. */
export function SessionEndedNotice({ onLogIn }: { onLogIn: () => void }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-ink px-4 py-1.5 text-paper text-sm"
    >
      <p className="flex items-center gap-2">
        <TimerOff aria-hidden size={16} className="shrink-0" />
        Your session has ended. Log in to continue where you were.
      </p>
      <Button variant="link" className="!text-paper underline" onClick={onLogIn}>
        Log in again
      </Button>
    </div>
  )
}
