import { useSyncExternalStore } from 'react'
import { getJson, hasStatus } from '#client/lib/http.ts'
import type { User } from '#shared/accounts.ts'

/** Who is here. Kept outside React and outside the query cache: the landing page needs it and must stay light. */
export type Session =
  | { status: 'unknown' }
  | { status: 'signed-out' }
  | { status: 'signed-in'; user: User }
  /** The check itself failed: neither in nor out. */
  | { status: 'unreachable' }

let session: Session = { status: 'unknown' }
/** What a page that was rendered ahead takes for granted: those are for visitors only. */
const visitor: Session = { status: 'signed-out' }
const listeners = new Set<() => void>()

/** Remembers that someone was signed in here: a page for visitors is then not believed without asking. */
const hintKey = 'signed-in'

function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(hintKey) === 'true'
  } catch {
    return false
  }
}

function remember(signedIn: boolean) {
  try {
    if (signedIn) localStorage.setItem(hintKey, 'true')
    else localStorage.removeItem(hintKey)
  } catch {
    // Only a hint, and then there is none.
  }
}

export function setSession(next: Session) {
  session = next
  if (next.status === 'signed-in' || next.status === 'signed-out') remember(next.status === 'signed-in')
  for (const listener of listeners) listener()
}

/**
 * The server saw no session cookie and sent a page for visitors. Whether that is so is asked only where someone was
 * signed in before: the page may come out of the browser's cache and be older than a login.
 */
export function beginAsVisitor(): { isCertain: boolean } {
  session = visitor
  return { isCertain: !wasSignedIn() }
}

/** Asks the server who this is. Signed out is an answer, not a fault. */
export async function loadSession(): Promise<void> {
  try {
    const { user } = await getJson<{ user: User }>('/api/auth/me')
    setSession({ status: 'signed-in', user })
  } catch (error) {
    setSession({ status: hasStatus(error, 401) ? 'signed-out' : 'unreachable' })
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function useSession(): Session {
  return useSyncExternalStore(
    subscribe,
    () => session,
    () => visitor,
  )
}

/** The signed-in user. Only for what is drawn inside the signed-in half. */
export function useUser(): User {
  const now = useSession()
  if (now.status !== 'signed-in') throw new Error('useUser is for signed-in screens only')
  return now.user
}
