import { create } from 'zustand'
import { call, hasStatus } from '#client/lib/http.ts'
import { tryOrNull } from '#client/lib/try-or-null.ts'
import type { User } from '#shared/accounts.ts'

/** Stored outside the query cache, which the landing page does not load. */
export type Session =
  /** `hasEnded`: the session ended without a logout in this browser. */
  | { status: 'signed-out'; hasEnded?: boolean }
  | { status: 'signed-in'; user: User }
  /** The session request failed without a response to whether the user is signed in. */
  | { status: 'unreachable' }

/** Starts as signed out, which prerendered pages assume. All other pages load the session before their first render. */
export const useSession = create<Session>(() => ({ status: 'signed-out' }))

/**
 * The id of the signed-in user. A cached public page may be older than the login, so it then checks the session; other tabs
 * learn from it who has signed in.
 */
const hintKey = 'signed-in'

export function wasSignedIn(): boolean {
  return tryOrNull(() => localStorage.getItem(hintKey)) !== null
}

/** The id of the user whose data is in memory. When another user logs in, the page is reloaded. */
let loadedUserId: string | null = null

export function setSession(next: Session) {
  if (next.status === 'signed-in') {
    if (loadedUserId !== null && loadedUserId !== next.user.id) return window.location.reload()
    loadedUserId = next.user.id
  }
  useSession.setState(next, true)
  if (next.status === 'signed-in') tryOrNull(() => localStorage.setItem(hintKey, next.user.id))
  if (next.status === 'signed-out') tryOrNull(() => localStorage.removeItem(hintKey))
}

/** Signs out because the user asked for it, and removes what this browser has stored for the user. Settings of the device stay. */
export function leaveSession(): void {
  const session = useSession.getState()
  setSession({ status: 'signed-out' })
  if (session.status !== 'signed-in') return
  const { id } = session.user
  tryOrNull(() => {
    // Drafts have the id of their user in their keys.
    for (const key of Object.keys(localStorage)) if (key.includes(id)) localStorage.removeItem(key)
    sessionStorage.clear()
  })
}

/** Records that the user has begun a conversation, as the server's next answer will say. */
export function endNewcomer(): void {
  const session = useSession.getState()
  if (session.status !== 'signed-in' || !session.user.isNewcomer) return
  setSession({ ...session, user: { ...session.user, isNewcomer: false } })
}

export async function loadSession(): Promise<void> {
  try {
    const { user } = await call('GET /api/auth/me')
    setSession({ status: 'signed-in', user })
  } catch (error) {
    // Several requests find out at once that the session has ended; only the first still finds the hint.
    const known = useSession.getState()
    const hasEnded = wasSignedIn() || (known.status === 'signed-out' && known.hasEnded === true)
    if (hasStatus(error, 401)) setSession({ status: 'signed-out', hasEnded })
    else setSession({ status: 'unreachable' })
  }
}

/**
 * Follows logins and logouts in other tabs. All tabs share the cookie, so a tab that still showed the previous user would act
 * for the new one.
 */
export function syncWithOtherTabs(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    const session = useSession.getState()
    const shown = session.status === 'signed-in' ? session.user.id : null
    if (key !== hintKey || newValue === shown) return
    // The page of this address may be the other user's.
    if (shown !== null) window.history.replaceState(null, '', '/')
    void loadSession()
  })
}

export function useUser(): User {
  const session = useSession()
  if (session.status !== 'signed-in') throw new Error('useUser needs a signed-in session')
  return session.user
}
