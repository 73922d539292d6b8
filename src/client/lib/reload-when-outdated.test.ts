import { beforeEach, expect, it, vi } from 'vitest'
import { reloadOnce } from './reload-when-outdated.ts'

const reload = vi.fn()
let stored: Map<string, string>
let time: number

beforeEach(() => {
  reload.mockClear()
  stored = new Map()
  time = 1_800_000_000_000
})

const tab = (isReachable = true) => ({
  storage: {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
  },
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
  const throwSecurityError = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  await reloadOnce({ ...tab(), storage: { getItem: throwSecurityError, setItem: throwSecurityError } })
  expect(reload).not.toHaveBeenCalled()
})
