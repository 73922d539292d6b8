import { sendJson } from '#client/lib/http.ts'
import type { PasswordChanged, ProfileRequest, RecoveryCodes, User } from '#shared/accounts.ts'
import { goToDestination } from './destination.ts'
import { leaveSession, setSession } from './session.ts'

interface Credentials {
  username: string
  password: string
}

export async function logIn(credentials: Credentials): Promise<User> {
  return signIn('/api/auth/login', credentials)
}

export async function register(credentials: Credentials): Promise<User> {
  return signIn('/api/auth/register', credentials)
}

interface RecoveryRequest {
  username: string
  code: string
  newPassword: string
}

/** Signs in with a recovery code and sets a new password. */
export async function recover(recovery: RecoveryRequest): Promise<User> {
  return signIn('/api/auth/recover', recovery)
}

async function signIn(path: string, body: Credentials | RecoveryRequest): Promise<User> {
  const { user } = await sendJson<{ user: User }>('POST', path, body)
  await goToDestination()
  setSession({ status: 'signed-in', user })
  return user
}

export async function logOut(): Promise<void> {
  await sendJson<void>('POST', '/api/auth/logout')
  // The next login, perhaps of another user, does not begin on this page.
  window.history.replaceState(null, '', '/')
  leaveSession()
}

export async function updateProfile(names: ProfileRequest): Promise<User> {
  const { user } = await sendJson<{ user: User }>('PUT', '/api/auth/user/profile', names)
  setSession({ status: 'signed-in', user })
  return user
}

export async function setChatFilter(enabled: boolean): Promise<User> {
  const { user } = await sendJson<{ user: User }>('PUT', '/api/auth/chat-filter', { enabled })
  setSession({ status: 'signed-in', user })
  return user
}

export async function setMemory(enabled: boolean): Promise<User> {
  const { user } = await sendJson<{ user: User }>('PUT', '/api/auth/memory', { enabled })
  setSession({ status: 'signed-in', user })
  return user
}

/** Returns how many recovery codes the change ended. */
export async function changePassword(passwords: { currentPassword: string; newPassword: string }): Promise<number> {
  const { recoveryCodesEnded } = await sendJson<PasswordChanged>('POST', '/api/auth/password', passwords)
  return recoveryCodesEnded
}

export const recoveryCodesKey = ['/api/auth', 'recovery-codes']

export async function createRecoveryCodes(password: string): Promise<RecoveryCodes> {
  return sendJson('POST', '/api/auth/recovery-codes', { password })
}

export async function endSession(id: string): Promise<void> {
  await sendJson('DELETE', `/api/auth/sessions/${encodeURIComponent(id)}`)
}

export async function endOtherSessions(): Promise<void> {
  await sendJson('DELETE', '/api/auth/sessions')
}

export async function confirmAdult(): Promise<User> {
  const { user } = await sendJson<{ user: User }>('POST', '/api/auth/adult-confirmation', { confirmed: true })
  setSession({ status: 'signed-in', user })
  return user
}

/** The export of the account's data, as one JSON file. */
export const dataExportPath = '/api/auth/data'

/** Schedules the deletion of the account and signs out. Returns the time of the deletion. */
export async function requestDeletion(password: string): Promise<number> {
  const { deletionScheduledAt } = await sendJson<{ deletionScheduledAt: number }>('POST', '/api/auth/deletion', {
    password,
  })
  leaveSession()
  return deletionScheduledAt
}

export async function restoreAccount(): Promise<User> {
  const { user } = await sendJson<{ user: User }>('POST', '/api/auth/restore')
  setSession({ status: 'signed-in', user })
  return user
}
