import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createStorage, openBlockedStorage } from '#tests/support/memory-storage.ts'
import { reloadOnce } from './reload-when-outdated.ts'

const reload = vi.fn()

beforeEach(() => {
  reload.mockClear()
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.stubGlobal('sessionStorage', createStorage())
  vi.stubGlobal('window', { location: { reload } })
  vi.stubGlobal('fetch', async () => new Response())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('reloads once, and again only after a minute', async () => {
  await reloadOnce()
  vi.setSystemTime(Date.now() + 59_999)
  await reloadOnce()
  expect(reload).toHaveBeenCalledTimes(1)
  vi.setSystemTime(Date.now() + 1)
  await reloadOnce()
  expect(reload).toHaveBeenCalledTimes(2)
})

it('does not reload while the server does not answer', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await reloadOnce()
  expect(reload).not.toHaveBeenCalled()
})

it('does not reload without storage, which could loop', async () => {
  vi.stubGlobal('sessionStorage', { getItem: openBlockedStorage, setItem: openBlockedStorage })
  await reloadOnce()
  expect(reload).not.toHaveBeenCalled()
})
