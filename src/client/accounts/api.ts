import { sendJson } from '#client/lib/http.ts'
import type { RecoveryCodes, User } from '#shared/accounts.ts'
import { setSession } from './session.ts'

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

interface Recovery {
  username: string
  code: string
  newPassword: string
}

/** A recovery code in place of the password. */
export async function recover(recovery: Recovery): Promise<User> {
  return signIn('/api/auth/recover', recovery)
}

async function signIn(path: string, body: Credentials | Recovery): Promise<User> {
  const { user } = await sendJson<{ user: User }>('POST', path, body)
  setSession({ status: 'signed-in', user })
  return user
}

export async function logOut(): Promise<void> {
  await sendJson<void>('POST', '/api/auth/logout')
  setSession({ status: 'signed-out' })
}

export async function updateProfile(displayName: string): Promise<User> {
  const { user } = await sendJson<{ user: User }>('PUT', '/api/auth/user/profile', { displayName })
  setSession({ status: 'signed-in', user })
  return user
}

export async function changePassword(passwords: { currentPassword: string; newPassword: string }): Promise<void> {
  await sendJson('POST', '/api/auth/password', passwords)
}

export async function makeRecoveryCodes(password: string): Promise<RecoveryCodes> {
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

/** Everything one has here, as one file. */
export const dataPath = '/api/auth/data'

/** Puts the account up for deletion and signs out; answers until when that can be undone. */
export async function requestDeletion(password: string): Promise<number> {
  const { deletionScheduledAt } = await sendJson<{ deletionScheduledAt: number }>('POST', '/api/auth/deletion', {
    password,
  })
  setSession({ status: 'signed-out' })
  return deletionScheduledAt
}

export async function restoreAccount(): Promise<User> {
  const { user } = await sendJson<{ user: User }>('POST', '/api/auth/restore')
  setSession({ status: 'signed-in', user })
  return user
}
