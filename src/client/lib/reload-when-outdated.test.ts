import { beforeEach, expect, it, vi } from 'vitest'
import { createStorage, openBlockedStorage } from '#tests/support/memory-storage.ts'
import { reloadOnce } from './reload-when-outdated.ts'

const reload = vi.fn()
let storage: Storage
let time: number

beforeEach(() => {
  reload.mockClear()
  storage = createStorage()
  time = 1_800_000_000_000
})

const tab = (isReachable = true) => ({
  storage,
  isReachable: () => Promise.resolve(isReachable),
  now: () => time,
  reload,
})

it('reloads once, and again only after a minute', async () => {
  await reloadOnce(tab())
  time += 59_999
  await reloadOnce(tab())
  expect(reload).toHaveBeenCalledTimes(1)
  time += 1
  await reloadOnce(tab())
  expect(reload).toHaveBeenCalledTimes(2)
})

it('does not reload while the server does not answer', async () => {
  await reloadOnce(tab(false))
  expect(reload).not.toHaveBeenCalled()
})

it('does not reload without storage, which could loop', async () => {
  await reloadOnce({ ...tab(), storage: { getItem: openBlockedStorage, setItem: openBlockedStorage } })
  expect(reload).not.toHaveBeenCalled()
})
