import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dismissToast, toast, toastRules, useToasts } from './toast-store.ts'

const toasts = () => useToasts.getState().toasts

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('shows only the newest toast (spec 9.toast.1)', () => {
  toast({ title: 'Character Saved' })
  toast({ title: 'Template Applied' })
  expect(toasts().map(({ title }) => title)).toEqual(['Template Applied'])
})

it('closes a dismissed toast at once and removes it after 1,000,000 ms (spec 9.toast.3)', () => {
  toast({ title: 'Profile Updated' })
  dismissToast(toasts()[0]?.id ?? '')
  vi.advanceTimersByTime(999_999)
  expect(toasts()).toMatchObject([{ title: 'Profile Updated', open: false }])
  vi.advanceTimersByTime(1)
  expect(toasts()).toEqual([])
})

it('has the durations of the specification', () => {
  expect(toastRules).toEqual({ visible: 1, duration: 5_000, durationWithAction: 20_000, removal: 1_000_000 })
})
