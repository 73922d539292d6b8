import { lazy, Suspense, useSyncExternalStore } from 'react'
import { type Session, useSession } from '#client/accounts/session.ts'
import { toastStore } from '#client/ui/toast-store.ts'
import { Starting } from './starting.tsx'
import { Unreachable } from './unreachable.tsx'

export const loadSignedIn = () => import('./signed-in.tsx')
export const loadSignedOut = () => import('./signed-out.tsx')
const SignedIn = lazy(async () => ({ default: (await loadSignedIn()).SignedIn }))
const SignedOut = lazy(async () => ({ default: (await loadSignedOut()).SignedOut }))
const LeavingPage = lazy(async () => ({ default: (await import('#client/accounts/leaving-page.tsx')).LeavingPage }))
const Toaster = lazy(async () => ({ default: (await import('#client/ui/toaster.tsx')).Toaster }))

interface RootProps {
  /** The address being rendered, where there is no browser to ask. */
  path?: string
}

/** The two halves of the house: the street and the theatre. */
export function Root({ path }: RootProps) {
  const session = useSession()
  return (
    <>
      <Suspense fallback={session.status === 'signed-out' ? null : <Starting />}>
        <Half session={session} path={path} />
      </Suspense>
      <ToasterWhenNeeded />
    </>
  )
}

function Half({ session, path }: RootProps & { session: Session }) {
  if (session.status === 'signed-in') {
    const { id, name, deletionScheduledAt } = session.user
    return deletionScheduledAt === null ? <SignedIn key={id} /> : <LeavingPage name={name} due={deletionScheduledAt} />
  }
  if (session.status === 'signed-out') return <SignedOut {...(path ? { path } : {})} />
  return session.status === 'unreachable' ? <Unreachable /> : <Starting />
}

/** Toasts bring their machinery along with the first of them; signed-in screens load it early. */
function ToasterWhenNeeded() {
  const session = useSession()
  const any = useSyncExternalStore(
    toastStore.subscribe,
    () => toastStore.getSnapshot().length > 0,
    () => false,
  )
  if (!any && session.status !== 'signed-in') return null
  return (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  )
}
