import { expect, it, vi } from 'vitest'
import { BackStack } from './close-on-back.ts'

/** A tab whose history has a first page and a second one, which is shown; `stack` is that of the document. */
function openTab() {
  let entries: { state: unknown; href: string }[] = [
    { state: { key: 'k0', idx: 0 }, href: '/' },
    { state: { key: 'k1', idx: 1 }, href: '/chat' },
  ]
  let at = 1
  let stack: BackStack
  /** The addresses that the router is notified of. */
  const routed: string[] = []
  const go = (step: number) => {
    at += step
    if (!stack.onPop()) routed.push(entries[at]?.href ?? '')
  }
  const history = {
    get state() {
      return entries[at]?.state
    },
    pushState: (state: unknown) => push(state, entries[at]?.href ?? ''),
    back: () => go(-1),
  }
  const push = (state: unknown, href: string) => {
    entries = [...entries.slice(0, at + 1), { state, href }]
    at += 1
  }
  const location = {
    get href() {
      return entries[at]?.href ?? ''
    },
  }
  const reload = () => {
    stack = new BackStack({ history, location })
    return stack
  }
  reload()
  const open = () => {
    const dialog = { isOpen: true, close: () => {} }
    const remove = stack.add(() => dialog.close())
    dialog.close = () => {
      dialog.isOpen = false
      remove()
    }
    return dialog
  }
  return { open, push, reload, routed, back: history.back, go, location, length: () => entries.length }
}

it('closes overlays, the topmost first, and then leaves the page', () => {
  vi.useFakeTimers()
  const tab = openTab()
  const [below, above] = [tab.open(), tab.open()]
  tab.back()
  vi.runAllTimers()
  expect([below.isOpen, above.isOpen]).toEqual([true, false])
  tab.back()
  vi.runAllTimers()
  expect(below.isOpen).toBe(false)
  expect(tab.routed).toEqual([])
  tab.back()
  expect(tab.routed).toEqual(['/'])
  vi.useRealTimers()
})

it('skips the history entry of an overlay that was closed otherwise, also after a reload', () => {
  const tab = openTab()
  tab.open().close()
  tab.open().close()
  expect(tab.length()).toBe(3)
  tab.back()
  expect([tab.routed, tab.location.href]).toEqual([['/'], '/'])

  const reloaded = openTab()
  reloaded.open()
  reloaded.reload()
  reloaded.back()
  expect(reloaded.routed).toEqual(['/'])
})

it('leads back from a page that was opened from an overlay', () => {
  const tab = openTab()
  tab.open().close()
  tab.push({ key: 'k2', idx: 2 }, '/discover')
  tab.back()
  expect(tab.routed).toEqual(['/chat'])
  tab.back()
  expect(tab.routed).toEqual(['/chat', '/'])
})

it('asks an overlay again that has refused to close', () => {
  vi.useFakeTimers()
  const tab = openTab()
  const dialog = tab.open()
  const { close } = dialog
  dialog.close = () => {}
  tab.back()
  vi.runAllTimers()
  dialog.close = close
  tab.back()
  expect([dialog.isOpen, tab.routed]).toEqual([false, []])
  vi.useRealTimers()
})
