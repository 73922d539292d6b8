import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Flag } from '#shared/flags.ts'
import { createFlag } from '#tests/support/create-flag.ts'
import { SeverityBadge } from '../severity-badge.tsx'
import { alertToast, problemToasts } from './live-alerts.ts'
import { addRecent, listShown, updateRecent } from './recent-alerts.ts'

const flagsUpTo = (count: number) =>
  Array.from({ length: count }, (_, index) => createFlag({ id: String(index + 1) })).reduce(
    addRecent,
    [] as readonly Flag[],
  )

it('the newest 10 alerts are kept (spec 9.alerts)', () => {
  expect(flagsUpTo(12).map(({ id }) => id)).toEqual(['12', '11', '10', '9', '8', '7', '6', '5', '4', '3'])
})

it('the newest 5 alerts are shown (spec 2.admin.2)', () => {
  expect(listShown(flagsUpTo(12)).map(({ id }) => id)).toEqual(['12', '11', '10', '9', '8'])
})

it('a flag is listed once, at its newest alert', () => {
  expect(addRecent(flagsUpTo(3), createFlag({ id: '1' })).map(({ id }) => id)).toEqual(['1', '3', '2'])
})

it('a changed flag keeps its place, and an unknown one is not added', () => {
  const changed = updateRecent(flagsUpTo(2), createFlag({ id: '1', status: 'resolved' }))
  expect(changed.map(({ id, status }) => `${id} ${status}`)).toEqual(['2 open', '1 resolved'])
  expect(updateRecent(changed, createFlag({ id: '9' }))).toEqual(changed)
})

it('the badge and the toast of an alert are destructive from severity 4 on (spec 9.alerts)', () => {
  const badge = (severity: number) => renderToStaticMarkup(<SeverityBadge severity={severity} />).replace(/\d<.*/, '')
  expect(badge(5)).toBe(badge(4))
  expect(new Set([4, 3, 2].map(badge)).size).toBe(3)
  const variants = [5, 4, 3, 1].map((severity) => alertToast(createFlag({ severity }), () => {}).variant)
  expect(variants).toEqual(['destructive', 'destructive', 'default', 'default'])
})

it.each([
  ['authentication_required', 'Authentication Required', /log in as admin/, '8.failed.10'],
  ['connection_failed', 'Connection Failed', /keep trying/, '8.failed.11'],
  ['authentication_timeout', 'Authentication Timeout', /refresh the page/, '8.failed.12'],
  ['authentication_failed', 'Authentication Failed', /refresh the page/, '8.failed.12'],
] as const)('%s says “%s” and what to do, %s (spec %s)', (problem, title, description, _sentence) => {
  expect(problemToasts[problem]).toMatchObject({ title, variant: 'destructive' })
  expect(problemToasts[problem].description).toMatch(description)
})
