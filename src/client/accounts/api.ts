import { addressOf, call, hasCode } from '#client/lib/http.ts'
import type { ProfileRequest, User } from '#shared/accounts.ts'
import type { RequestOf } from '#shared/api.ts'
import { goToDestination } from './destination.ts'
import { readInvitation } from './invitation.ts'
import { proveWithPasskey } from './passkeys.ts'
import { leaveSession, setSession } from './session.ts'

type Credentials = RequestOf<'POST /api/auth/login'>['body']

/** Starts a session with a password, and with a passkey where the account asks for one too: `onAsk` is called then. */
export async function proveLogin(body: Credentials, onAsk: () => void): Promise<User> {
  try {
    return (await call('POST /api/auth/login', { body })).user
  } catch (error) {
    if (!hasCode(error, 'passkey_required')) throw error
    onAsk()
    const user = await proveWithPasskey()
    if (!user) throw error
    return user
  }
}

export const register = (body: RequestOf<'POST /api/auth/register'>['body']) =>
  signIn(call('POST /api/auth/register', { body: { ...body, invitation: readInvitation() } }))

/** Signs in with a recovery code and sets a new password. */
export const recover = (body: RequestOf<'POST /api/auth/recover'>['body']) =>
  signIn(call('POST /api/auth/recover', { body }))

async function signIn(request: Promise<{ user: User }>): Promise<User> {
  const { user } = await request
  await enter(user)
  return user
}

/** Opens the destination as this user, who has just logged in. */
export async function enter(user: User): Promise<void> {
  await goToDestination()
  setSession({ status: 'signed-in', user })
}

export async function logOut(): Promise<void> {
  await call('POST /api/auth/logout')
  // The next login, perhaps of another user, does not begin on this page.
  window.history.replaceState(null, '', '/')
  leaveSession()
}

async function update(request: Promise<{ user: User }>): Promise<User> {
  const { user } = await request
  setSession({ status: 'signed-in', user })
  return user
}

/** Reads the account again, such as after a change of the site's settings. */
export const refreshUser = () => update(call('GET /api/auth/me'))

export const dismissAnnouncement = (id: string) =>
  update(call('PUT /api/auth/dismissed-announcement', { body: { id } }))

export const updateProfile = (body: ProfileRequest) => update(call('PUT /api/auth/user/profile', { body }))

export const setChatFilter = (enabled: boolean) => update(call('PUT /api/auth/chat-filter', { body: { enabled } }))

export const setMemory = (enabled: boolean) => update(call('PUT /api/auth/memory', { body: { enabled } }))

export const confirmAdult = () => update(call('POST /api/auth/adult-confirmation', { body: { confirmed: true } }))

export const restoreAccount = () => update(call('POST /api/auth/restore'))

/** The archive of the account. */
export const dataExportPath = addressOf('GET /api/auth/data')

/** Schedules the deletion of the account and signs out. Returns the time of the deletion. */
export async function requestDeletion(password: string): Promise<number> {
  const { deletionScheduledAt } = await call('POST /api/auth/deletion', { body: { password } })
  leaveSession()
  return deletionScheduledAt
}
