import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createStorage } from '#tests/support/memory-storage.ts'
import { loadSession, setSession, useSession } from './session.ts'

beforeEach(() => {
  vi.stubGlobal('localStorage', createStorage({ 'signed-in': 'user' }))
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 401 }))
  useSession.setState({ status: 'unreachable' }, true)
})
afterEach(() => vi.unstubAllGlobals())

it('several requests that find out that the session has ended leave it as ended', async () => {
  await Promise.all([loadSession(), loadSession()])
  await loadSession()
  expect(useSession.getState()).toEqual({ status: 'signed-out', hasEnded: true })
})

it('a session that the user has ended is not shown as ended', async () => {
  setSession({ status: 'signed-out' })
  await loadSession()
  expect(useSession.getState()).toEqual({ status: 'signed-out', hasEnded: false })
})
