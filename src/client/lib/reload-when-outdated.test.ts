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

const tab = (isOnline = true) => ({
  storage: {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
  },
  isOnline: () => isOnline,
  now: () => time,
  reload,
})

it('reloads once, and again only after a minute', () => {
  reloadOnce(tab())
  time += 59_999
  reloadOnce(tab())
  expect(reload).toHaveBeenCalledTimes(1)
  time += 1
  reloadOnce(tab())
  expect(reload).toHaveBeenCalledTimes(2)
})

it('does not reload offline', () => {
  reloadOnce(tab(false))
  expect(reload).not.toHaveBeenCalled()
})

it('does not reload without storage, which could loop', () => {
  const throwSecurityError = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  reloadOnce({ ...tab(), storage: { getItem: throwSecurityError, setItem: throwSecurityError } })
  expect(reload).not.toHaveBeenCalled()
})
