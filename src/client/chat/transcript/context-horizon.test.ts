import { expect, it } from 'vitest'
import { findHorizon } from './context-horizon.tsx'

const messages = [{ id: 'm1' }, { id: 'm2', anchorId: 'm1' }, { id: 'm3' }, { id: 'm4', anchorId: 'm3' }, { id: null }]

it('is where the newest prompt began, unless that had all messages', () => {
  expect(findHorizon(messages, false)).toBe('m3')
  expect(findHorizon(messages.slice(0, 3), false)).toBeUndefined()
  expect(findHorizon(messages.slice(0, 3), true)).toBe('m1')
  expect(findHorizon([{ id: 'm1' }], false)).toBeUndefined()
})
