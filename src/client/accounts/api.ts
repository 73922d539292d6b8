import { sendJson } from '#client/lib/http.ts'
import type { User } from '#shared/accounts.ts'
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

async function signIn(path: string, credentials: Credentials): Promise<User> {
  const { user } = await sendJson<{ user: User }>('POST', path, credentials)
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
