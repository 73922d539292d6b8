import { beforeEach, expect, it, vi } from 'vitest'
import { reloadOnce } from './reload-when-outdated.ts'

const reload = vi.fn()
let kept: Map<string, string>
let time: number

beforeEach(() => {
  reload.mockClear()
  kept = new Map()
  time = 1_800_000_000_000
})

const tab = (isOnline = true) => ({
  storage: {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  },
  isOnline: () => isOnline,
  now: () => time,
  reload,
})

it('fetches the page anew once, and again only after a minute', () => {
  reloadOnce(tab())
  time += 59_999
  reloadOnce(tab())
  expect(reload).toHaveBeenCalledTimes(1)
  time += 1
  reloadOnce(tab())
  expect(reload).toHaveBeenCalledTimes(2)
})

it('stays where it is without a network', () => {
  reloadOnce(tab(false))
  expect(reload).not.toHaveBeenCalled()
})

it('stays where it is when nothing can be remembered, which would go on for ever', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  reloadOnce({ ...tab(), storage: { getItem: refuse, setItem: refuse } })
  expect(reload).not.toHaveBeenCalled()
})
