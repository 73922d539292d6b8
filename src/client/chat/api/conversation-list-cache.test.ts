import { expect, it } from 'vitest'
import { createConversation } from '#tests/support/create-conversation.ts'
import { groupByDay } from './conversation-list-cache.ts'

const conversation = (id: string, updatedAt: number) => createConversation({ id, title: id, updatedAt })

const now = new Date(2026, 6, 15, 9, 30).getTime()
const at = (...date: [number, number, number, number]) => new Date(...date).getTime()
const labels = (...times: number[]) =>
  groupByDay(
    times.map((time) => conversation(String(time), time)),
    now,
    'en',
  ).map((g) => g.label)

it('labels today, yesterday, weekdays and dates', () => {
  expect(
    labels(now, at(2026, 6, 15, 0), at(2026, 6, 14, 23), at(2026, 6, 12, 12), at(2026, 6, 1, 12), at(2025, 11, 24, 12)),
  ).toEqual(['Today', 'Yesterday', 'Sunday', 'July 1', 'December 24, 2025'])
})

it('counts calendar days, not periods of 24 hours', () => {
  const morning = at(2026, 6, 15, 0) + 60_000
  expect(groupByDay([conversation('a', morning - 120_000)], morning, 'en')[0]?.label).toBe('Yesterday')
})

it('labels a time in the future as today', () => {
  expect(labels(now + 7_200_000)).toEqual(['Today'])
})
