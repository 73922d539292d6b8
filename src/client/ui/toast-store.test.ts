import { describe, expect, it, vi } from 'vitest'
import { createToastStore, toastRules } from './toast-store.ts'

/** A clock that fires when told to. */
function handTimer() {
  const waiting: { run: () => void; delay: number; cleared: boolean }[] = []
  return {
    waiting,
    timer: {
      set: (run: () => void, delay: number) => waiting.push({ run, delay, cleared: false }) - 1,
      clear: (handle: unknown) => {
        const entry = typeof handle === 'number' ? waiting[handle] : undefined
        if (entry) entry.cleared = true
      },
    },
  }
}

describe('the toast store', () => {
  it('shows one toast: the newest', () => {
    const store = createToastStore(handTimer().timer)
    store.add({ title: 'Character Saved' })
    store.add({ title: 'Template Applied' })
    expect(store.getSnapshot().map((toast) => toast.title)).toEqual(['Template Applied'])
  })

  it('closes a dismissed toast at once and removes it after 1,000,000 ms', () => {
    const { timer, waiting } = handTimer()
    const store = createToastStore(timer)
    const id = store.add({ title: 'Profile Updated' })
    store.dismiss(id)
    expect(store.getSnapshot()).toMatchObject([{ title: 'Profile Updated', open: false }])
    expect(waiting.map(({ delay }) => delay)).toEqual([1_000_000])
    waiting[0]?.run()
    expect(store.getSnapshot()).toEqual([])
  })

  it('counts the removal from the first dismissal', () => {
    const { timer, waiting } = handTimer()
    const store = createToastStore(timer)
    const id = store.add({ title: 'Save Failed' })
    store.dismiss(id)
    store.dismiss(id)
    expect(waiting).toHaveLength(1)
  })

  it('tells those who listen, until they stop listening', () => {
    const store = createToastStore(handTimer().timer)
    const listener = vi.fn()
    const stop = store.subscribe(listener)
    store.add({ title: 'Welcome back!' })
    expect(listener).toHaveBeenCalledOnce()
    stop()
    store.add({ title: 'Welcome to Troupe' })
    expect(listener).toHaveBeenCalledOnce()
  })

  it("keeps the spec's figures", () => {
    expect(toastRules).toEqual({ visible: 1, duration: 5_000, removal: 1_000_000 })
  })
})
