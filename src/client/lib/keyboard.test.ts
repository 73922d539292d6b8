import { expect, it } from 'vitest'
import { isSidebarShortcut } from './keyboard.ts'

const key = { key: 'b', metaKey: false, ctrlKey: false, shiftKey: false, altKey: false }

it.each([
  [{ ctrlKey: true }, true],
  [{ metaKey: true }, true],
  [{ ctrlKey: true, key: 'B' }, true],
  [{}, false],
  [{ shiftKey: true }, false],
  [{ ctrlKey: true, shiftKey: true }, false],
  [{ metaKey: true, altKey: true }, false],
  [{ metaKey: true, ctrlKey: true }, false],
  [{ ctrlKey: true, key: 'k' }, false],
])('the sidebar’s shortcut with %j: %s', (change, expected) => {
  expect(isSidebarShortcut({ ...key, ...change })).toBe(expected)
})
