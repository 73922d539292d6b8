import { describe, expect, it } from 'vitest'
import { createConversation } from '#tests/support/create-conversation.ts'
import { type Conversations, groupByDay, listLoaded, withChanged, withNewest } from './conversation-list-cache.ts'

const conversation = (id: string, updatedAt: number) => createConversation({ id, title: id, updatedAt })
const page = (nextCursor: string | null, ...list: [string, number][]) => ({
  conversations: list.map(([id, at]) => conversation(id, at)),
  nextCursor,
})
const two: Conversations = {
  pages: [page('after-c', ['a', 9], ['b', 8], ['c', 7]), page(null, ['d', 6], ['e', 5])],
  pageParams: [null, 'after-c'],
}
const ids = (known: Conversations | undefined) => listLoaded(known).map((one) => one.id)

describe('the list of conversations', () => {
  it('adds a new conversation first, and loses none between two pages', () => {
    expect(ids(withNewest(two, page('after-b', ['new', 10], ['a', 9], ['b', 8])))).toEqual([
      'new',
      'a',
      'b',
      'c',
      'd',
      'e',
    ])
  })

  it('moves a continued conversation to the top, once', () => {
    expect(ids(withNewest(two, page('after-b', ['e', 10], ['a', 9], ['b', 8])))).toEqual(['e', 'a', 'b', 'c', 'd'])
  })

  it('keeps the cursor of the loaded pages', () => {
    expect(withNewest(two, page('elsewhere', ['new', 10])).pages[0]?.nextCursor).toBe('after-c')
    expect(withNewest(undefined, page('first', ['a', 1])).pages[0]?.nextCursor).toBe('first')
  })

  it('renames and removes a conversation', () => {
    const renamed = withChanged(two, 'd', (one) => ({ ...one, title: 'The ledger' }))
    expect(listLoaded(renamed).find((one) => one.id === 'd')?.title).toBe('The ledger')
    expect(ids(withChanged(two, 'd', () => null))).toEqual(['a', 'b', 'c', 'e'])
  })
})

describe('groupByDay', () => {
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
      labels(
        now,
        at(2026, 6, 15, 0),
        at(2026, 6, 14, 23),
        at(2026, 6, 12, 12),
        at(2026, 6, 1, 12),
        at(2025, 11, 24, 12),
      ),
    ).toEqual(['Today', 'Yesterday', 'Sunday', 'July 1', 'December 24, 2025'])
  })

  it('counts calendar days, not periods of 24 hours', () => {
    const morning = at(2026, 6, 15, 0) + 60_000
    expect(groupByDay([conversation('a', morning - 120_000)], morning, 'en')[0]?.label).toBe('Yesterday')
  })

  it('labels a time in the future as today', () => {
    expect(labels(now + 7_200_000)).toEqual(['Today'])
  })
})
