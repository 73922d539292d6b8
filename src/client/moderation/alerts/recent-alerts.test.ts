import { expect, it } from 'vitest'
import { createFlag } from '#tests/support/create-flag.ts'
import { alertToast } from './live-alerts.ts'
import { addRecent, recentAlerts, updateRecent } from './recent-alerts.ts'

const flagsUpTo = (count: number) =>
  Array.from({ length: count }, (_, index) => createFlag({ id: String(index + 1) })).reduce(
    addRecent,
    [] as readonly ReturnType<typeof createFlag>[],
  )

it('the newest 10 alerts are kept and 5 shown (spec 9.alerts)', () => {
  expect(flagsUpTo(12).map(({ id }) => id)).toEqual(['12', '11', '10', '9', '8', '7', '6', '5', '4', '3'])
  expect(recentAlerts).toEqual({ kept: 10, shown: 5 })
})

it('a flag is listed once, at its newest alert', () => {
  expect(addRecent(flagsUpTo(3), createFlag({ id: '1' })).map(({ id }) => id)).toEqual(['1', '3', '2'])
})

it('a changed flag keeps its place, and an unknown one is not added', () => {
  const changed = updateRecent(flagsUpTo(2), createFlag({ id: '1', status: 'resolved' }))
  expect(changed.map(({ id, status }) => `${id} ${status}`)).toEqual(['2 open', '1 resolved'])
  expect(updateRecent(changed, createFlag({ id: '9' }))).toEqual(changed)
})

it.each([
  [5, 'destructive'],
  [4, 'destructive'],
  [3, 'default'],
  [1, 'default'],
])('the toast of an alert of severity %d is %s (spec 9.alerts)', (severity, variant) => {
  expect(alertToast(createFlag({ severity }), () => {}).variant).toBe(variant)
})
