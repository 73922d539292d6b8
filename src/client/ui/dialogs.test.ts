import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { closeDialogs, closeDialogsOfOtherPages, createDialog, dialogStore } from './dialogs.tsx'

const first = createDialog(() => null)
const second = createDialog(() => null)
const ofNoPage = createDialog(() => null, { isOfPage: false })
const countOpen = () => dialogStore.getState().open.length

const visit = (pathname: string) => vi.stubGlobal('window', { location: { pathname } })

beforeEach(() => {
  closeDialogs()
  visit('/')
})
afterAll(() => vi.unstubAllGlobals())

it('opens dialogs above each other, and each once', () => {
  first.open({})
  second.open({})
  expect(countOpen()).toBe(2)
  first.open({})
  expect(countOpen()).toBe(2)
  second.toggle({})
  expect([first.isOpen(), second.isOpen()]).toEqual([true, false])
})

it('says that a dialog was closed: once, however it was closed', () => {
  const onClosed = [vi.fn(), vi.fn(), vi.fn()]
  first.open({}, onClosed[0])
  first.open({}, onClosed[1])
  second.open({}, onClosed[2])
  expect(onClosed.map((fn) => fn.mock.calls.length)).toEqual([1, 0, 0])
  first.close()
  first.close()
  closeDialogs()
  expect(onClosed.map((fn) => fn.mock.calls.length)).toEqual([1, 1, 1])
})

it('closes with a page what was opened on it, and not what was opened since the address changed', () => {
  first.open({})
  ofNoPage.open({})
  visit('/next')
  second.open({})
  closeDialogsOfOtherPages()
  expect([first, second, ofNoPage].map(({ isOpen }) => isOpen())).toEqual([false, true, true])
})
