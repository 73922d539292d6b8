import { create } from 'zustand'
import { getJson, hasStatus } from '#client/lib/http.ts'
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

/** Set while a user is signed in. A cached public page may be older than the login, so it then checks the session. */
const hintKey = 'signed-in'

export function wasSignedIn(): boolean {
  return tryOrNull(() => localStorage.getItem(hintKey)) === 'true'
}

export function setSession(next: Session) {
  useSession.setState(next, true)
  if (next.status === 'signed-in') tryOrNull(() => localStorage.setItem(hintKey, 'true'))
  if (next.status === 'signed-out') tryOrNull(() => localStorage.removeItem(hintKey))
}

/** Records that the user has begun a conversation, as the server's next answer will say. */
export function endNewcomer(): void {
  const session = useSession.getState()
  if (session.status !== 'signed-in' || !session.user.isNewcomer) return
  setSession({ ...session, user: { ...session.user, isNewcomer: false } })
}

/** Requests the session from the server. A 401 means signed out. */
export async function loadSession(): Promise<void> {
  try {
    const { user } = await getJson<{ user: User }>('/api/auth/me')
    setSession({ status: 'signed-in', user })
  } catch (error) {
    if (hasStatus(error, 401)) setSession({ status: 'signed-out', hasEnded: wasSignedIn() })
    else setSession({ status: 'unreachable' })
  }
}

/** The signed-in user. Throws outside the signed-in app. */
export function useUser(): User {
  const session = useSession()
  if (session.status !== 'signed-in') throw new Error('useUser needs a signed-in session')
  return session.user
}
