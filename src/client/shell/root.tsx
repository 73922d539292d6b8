import { lazy, Suspense, useSyncExternalStore } from 'react'
import { useSession, wasSignedIn } from '#client/accounts/session.ts'
import { toastStore } from '#client/ui/toast-store.ts'
import { Starting } from './starting.tsx'
import { Unreachable } from './unreachable.tsx'

const loadSignedIn = () => import('./signed-in.tsx')
const loadSignedOut = () => import('./signed-out.tsx')
const SignedIn = lazy(async () => ({ default: (await loadSignedIn()).SignedIn }))
const SignedOut = lazy(async () => ({ default: (await loadSignedOut()).SignedOut }))
const Toaster = lazy(async () => ({ default: (await import('#client/ui/toaster.tsx')).Toaster }))

// Fetch the likely half while the server is still being asked who this is.
const expectSignedIn = wasSignedIn()
void (expectSignedIn ? loadSignedIn() : loadSignedOut())

/** The two halves of the house: the street and the theatre. */
export function Root() {
  return (
    <>
      <Suspense fallback={expectSignedIn ? <Starting /> : null}>
        <Half />
      </Suspense>
      <ToasterWhenNeeded />
    </>
  )
}

function Half() {
  const session = useSession()
  if (session.status === 'signed-in') return <SignedIn key={session.user.id} />
  if (session.status === 'unreachable' && expectSignedIn) return <Unreachable />
  if (session.status === 'unknown' && expectSignedIn) return <Starting />
  return <SignedOut />
}

/** Toasts bring their machinery along with the first of them; signed-in screens load it early. */
function ToasterWhenNeeded() {
  const session = useSession()
  const any = useSyncExternalStore(toastStore.subscribe, () => toastStore.getSnapshot().length > 0)
  if (!any && session.status !== 'signed-in') return null
  return (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  )
}
