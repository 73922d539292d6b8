import { useLayoutEffect, useRef, useState } from 'react'
import { AnnouncementBar } from '#client/accounts/announcement-bar.tsx'
import { loadSession, type Session, useSession } from '#client/accounts/session.ts'
import { useOnline } from '#client/lib/online.ts'
import { expectNewPage } from '#client/lib/page-focus.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { useWindowEvent } from '#client/lib/use-window-event.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyDoor } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { useToasts } from '#client/ui/toast-store.ts'
import { AppSkeleton } from './app-skeleton.tsx'

const failed = (_: Error, retry: () => void) => <UnreachablePage onRetry={retry} />
const page = { placeholder: () => <AppSkeleton />, failed }
export const SignedInApp = lazyPart(async () => (await import('./signed-in-app.tsx')).SignedInApp, page)
export const SignedOutApp = lazyPart<RootProps>(
  async () => {
    const { SignedOutApp, preloadPublicPage } = await import('./signed-out-app.tsx')
    if (typeof window !== 'undefined') await preloadPublicPage(window.location.pathname)
    return SignedOutApp
  },
  { failed },
)
const PendingDeletionPage = lazyPart(
  async () => (await import('#client/accounts/pending-deletion-page.tsx')).PendingDeletionPage,
  page,
)
const SuspendedPage = lazyPart(async () => (await import('./suspended-page.tsx')).SuspendedPage, page)
const Toaster = lazyPart(async () => (await import('#client/ui/toaster.tsx')).Toaster, { failed: () => null })

interface RootProps {
  /** The path to render during prerendering, where `window.location` does not exist. */
  path?: string
}

export function Root({ path }: RootProps) {
  const session = useSession()
  useNewPage(session.status)
  // Visitors load it with the first toast.
  const hasToaster = useToasts().toasts.length > 0 || session.status === 'signed-in'
  return (
    <>
      <AppForSession session={session} path={path} />
      {hasToaster && <Toaster />}
    </>
  )
}

/** A page that replaces another one by a login or the end of a session is opened at its top, with the focus on it. */
function useNewPage(status: Session['status']) {
  const last = useRef(status)
  useLayoutEffect(() => {
    if (status !== last.current) {
      window.scrollTo(0, 0)
      expectNewPage()
    }
    last.current = status
  }, [status])
}

function AppForSession({ session, path }: RootProps & { session: Session }) {
  if (session.status === 'signed-in') {
    const { id, name, deletionScheduledAt, suspendedUntil } = session.user
    if (deletionScheduledAt === null && suspendedUntil === null) return <SignedInApp key={id} />
    return (
      <div className="grid min-h-dvh grid-rows-[auto_1fr]">
        <AnnouncementBar />
        {deletionScheduledAt === null ? (
          <SuspendedPage name={name} until={suspendedUntil ?? 0} />
        ) : (
          <PendingDeletionPage name={name} deletedAt={deletionScheduledAt} />
        )}
      </div>
    )
  }
  if (session.status === 'signed-out') return <SignedOutApp path={path} />
  return <UnreachablePage />
}

/** Shown when the session or the page cannot be loaded: the browser is offline or the server does not answer. */
function UnreachablePage({ onRetry }: { onRetry?: () => void }) {
  const online = useOnline()
  const [isRetrying, setRetrying] = useState(false)
  const retry = async () => {
    setRetrying(true)
    await loadSession()
    setRetrying(false)
    onRetry?.()
  }
  useWindowEvent('online', () => void retry())
  useTitle(online ? "Can't reach the server" : 'Offline')
  return (
    <main id="main" className="grid min-h-dvh place-items-center">
      <EmptyState
        drawing={<EmptyDoor />}
        title={online ? "Can't reach the server" : 'You are offline'}
        action={
          <Button onClick={() => void retry()} disabled={isRetrying}>
            {isRetrying ? 'Trying…' : 'Try again'}
          </Button>
        }
      >
        {online
          ? 'The server does not answer. Please try again in a few minutes. Your characters and conversations are safe.'
          : 'This page opens again when the connection is back. Your conversations are safe, and what you began to write is kept on this device.'}
      </EmptyState>
    </main>
  )
}
