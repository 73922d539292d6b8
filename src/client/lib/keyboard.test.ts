import { expect, it } from 'vitest'
import { isSidebarShortcut, rovingTarget } from './keyboard.ts'

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

it.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 4, 0],
  ['ArrowLeft', 0, 4],
  ['ArrowDown', 2, 3],
  ['ArrowUp', 2, 1],
  ['Home', 3, 0],
  ['End', 1, 4],
  ['Tab', 1, null],
  ['a', 1, null],
])('%s in a row of five moves the focus from %i to %o', (key, from, to) => {
  expect(rovingTarget(key, from, 5)).toBe(to)
})
