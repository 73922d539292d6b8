import { lazy, Suspense, useSyncExternalStore } from 'react'
import { type Session, useSession } from '#client/accounts/session.ts'
import { Loadable, useLoadable } from '#client/lib/loadable.ts'
import { useIdle } from '#client/lib/use-idle.ts'
import { toastStore } from '#client/ui/toast-store.ts'
import { Starting } from './starting.tsx'
import { Unreachable } from './unreachable.tsx'

export const signedIn = new Loadable(async () => {
  const { SignedIn, firstPage } = await import('./signed-in.tsx')
  await firstPage
  return SignedIn
})
export const signedOut = new Loadable(async () => (await import('./signed-out.tsx')).SignedOut)
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
    return deletionScheduledAt === null ? <Theatre key={id} /> : <LeavingPage name={name} due={deletionScheduledAt} />
  }
  if (session.status === 'signed-out') return <Street path={path} />
  return session.status === 'unreachable' ? <Unreachable /> : <Starting />
}

function Theatre() {
  const SignedIn = useLoadable(signedIn)
  return <SignedIn />
}

function Street({ path }: RootProps) {
  const SignedOut = useLoadable(signedOut)
  return <SignedOut {...(path ? { path } : {})} />
}

/** Toasts bring their machinery along with the first of them; signed-in screens load it when there is time. */
function ToasterWhenNeeded() {
  const session = useSession()
  const idle = useIdle()
  const any = useSyncExternalStore(
    toastStore.subscribe,
    () => toastStore.getSnapshot().length > 0,
    () => false,
  )
  if (!any && !(idle && session.status === 'signed-in')) return null
  return (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  )
}
