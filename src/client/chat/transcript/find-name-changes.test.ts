import { expect, it } from 'vitest'
import { findNameChanges } from './between-messages.tsx'

const said = (key: string, name: string | null, role: 'user' | 'character' = 'user') => ({
  key,
  role,
  persona: name === null ? null : { id: name, name },
})

it('marks the first message under another name, in both directions', () => {
  const messages = [said('1', null), said('2', null, 'character'), said('3', 'Bo'), said('4', 'Bo'), said('5', null)]
  expect([...findNameChanges(messages, 'Sam')]).toEqual([
    ['3', 'Bo'],
    ['5', 'Sam'],
  ])
})

it('marks nothing at the first message, and nothing where a persona has the name of the account', () => {
  expect(findNameChanges([said('1', 'Bo'), said('2', 'Bo')], 'Sam').size).toBe(0)
  expect(findNameChanges([said('1', null), said('2', 'Sam')], 'Sam').size).toBe(0)
})
