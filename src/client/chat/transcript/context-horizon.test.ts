import { expect, it } from 'vitest'
import { createMessage } from '../store/messages.ts'
import { findHorizon } from './between-messages.tsx'

const say = (id: string, horizonId?: string, excluded = false) =>
  createMessage({ key: id, id, horizonId, excluded, role: 'character', content: 'Ahoy.', createdAt: 1 })
const messages = [say('m1'), say('m2', 'm1'), say('m3'), say('m4', 'm3')]

it('is where the newest prompt began, unless that had all messages', () => {
  expect(findHorizon(messages, false)).toBe('m3')
  expect(findHorizon(messages.slice(0, 3), false)).toBeUndefined()
  expect(findHorizon(messages.slice(0, 3), true)).toBe('m1')
  expect(findHorizon([say('m1')], true)).toBeUndefined()
  expect(findHorizon([say('m1', undefined, true), say('m2', 'm2')], false)).toBeUndefined()
})
