import { expect, it } from 'vitest'
import { createToastStore, toastRules } from './toast-store.ts'

/** A store whose timers are collected instead of started. */
function createTestStore() {
  const timers: { run: () => void; delay: number }[] = []
  return { timers, store: createToastStore((run, delay) => void timers.push({ run, delay })) }
}

type Store = ReturnType<typeof createToastStore>
const toastsOf = (store: Store) => store.getState().toasts
const newestId = (store: Store) => toastsOf(store)[0]?.id ?? ''

it('shows only the newest toast (spec 9.toast.1)', () => {
  const { store } = createTestStore()
  store.add({ title: 'Character Saved' })
  store.add({ title: 'Template Applied' })
  expect(toastsOf(store).map((toast) => toast.title)).toEqual(['Template Applied'])
})

it('closes a dismissed toast at once and removes it after 1,000,000 ms (spec 9.toast.3)', () => {
  const { store, timers } = createTestStore()
  store.add({ title: 'Profile Updated' })
  store.dismiss(newestId(store))
  expect(toastsOf(store)).toMatchObject([{ title: 'Profile Updated', open: false }])
  expect(timers.map(({ delay }) => delay)).toEqual([1_000_000])
  timers[0]?.run()
  expect(toastsOf(store)).toEqual([])
})

it('has the durations of the specification', () => {
  expect(toastRules).toEqual({ visible: 1, duration: 5_000, durationWithAction: 20_000, removal: 1_000_000 })
})
