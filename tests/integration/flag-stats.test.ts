import { expect, test } from 'vitest'
import { purgeRecords } from '#server/moderation/retention/purge-records.ts'
import type { SafetyReport, Stats } from '#shared/moderation-stats.ts'
import { act, listFlags, raiseReport, signUpAdmin } from '#tests/support/moderation.ts'
import { createCharacter, createSharedApp } from '#tests/support/test-app.ts'

const hour = 3_600_000

const app = await createSharedApp()
const admin = await signUpAdmin(app, 'Mora')
const author = await app.signUp('author')

const report = async (category: 'spam' | 'minors') => {
  const { id } = await createCharacter(author)
  return raiseReport(app, await app.signUp(), { type: 'character', id }, { category })
}
const readStats = (days: number) => admin.get<Stats>(`/api/admin/stats?days=${days}`)
/** Makes a flag older. */
const age = (id: string, milliseconds: number) =>
  app.context.db
    .updateTable('flags')
    .set((eb) => ({ created_at: eb('created_at', '-', milliseconds), due_at: eb('due_at', '-', milliseconds) }))
    .where('id', '=', id)
    .execute()

test('counts the queue, what comes in and the handling time, day by day', async () => {
  const quick = await report('spam')
  const slow = await report('minors')
  await age(slow, 49 * hour)
  const old = await report('minors')
  await age(old, 49 * hour)
  await report('spam')
  await act(admin, quick, { action: 'dismiss' })
  await act(admin, slow, { action: 'approve' })

  const { queue, days, handling } = await readStats(4)
  expect(queue).toEqual({ open: 2, acknowledged: 0, overdue: 1 })
  expect(days).toHaveLength(4)
  expect(days.reduce((sum, { raised }) => sum + raised, 0)).toBe(4)
  const today = new Date(app.clock.now()).toISOString().slice(0, 10)
  expect(days.at(-1)).toMatchObject({ day: today, raised: 2, resolved: 1, dismissed: 1 })
  expect(handling.median).toBeLessThan(hour)
  expect(handling.p90).toBeGreaterThanOrEqual(49 * hour)
  expect(handling.withinDue).toBe(0.5)
  expect((await readStats(1)).days).toHaveLength(1)
  expect((await admin.request('GET', '/api/admin/stats?days=0')).status).toBe(400)
})

test('deletes evidence 90 days after the decision, except about minors, and keeps the last alert', async () => {
  const count = async (category: 'spam' | 'minors') => {
    const rows = app.context.db.selectFrom('flag_evidence').innerJoin('flags', 'flags.id', 'flag_evidence.flag_id')
    return (await rows.select('flag_evidence.id').where('category', '=', category).execute()).length
  }
  const lastAlert = async () =>
    (await app.context.db.selectFrom('alerts').select('id').orderBy('id', 'desc').execute()).map(({ id }) => id)
  const [last] = await lastAlert()
  await purgeRecords(app.context)
  expect([await count('spam'), await count('minors')]).toEqual([2, 2])
  expect((await lastAlert()).length).toBeGreaterThan(1)
  const later = app.clock.now() + 91 * 24 * hour
  await purgeRecords({ ...app.context, clock: { now: () => later, elapsed: () => later } })
  expect([await count('spam'), await count('minors')]).toEqual([1, 2])
  expect(await lastAlert()).toEqual([last])
})

test('counts a year for the safety report', async () => {
  const [removed] = await listFlags(admin, '?status=resolved')
  await author.post('/api/appeals', { flagId: removed?.id, text: 'Please look again.' })
  const year = new Date(app.clock.now()).getUTCFullYear()
  const of = await admin.get<SafetyReport>(`/api/admin/safety-report?year=${year}`)
  const raised = of.categories.reduce((sum, category) => sum + category.raised, 0)
  // Flags of the last days can be of the year before.
  expect(raised).toBeGreaterThanOrEqual(3)
  expect(of.categories.find(({ category }) => category === 'spam')).toEqual({
    category: 'spam',
    source: 'report',
    raised: 2,
    resolved: 0,
    dismissed: 1,
    reports: 2,
  })
  expect(of.appeals).toEqual({ received: 1, granted: 0, rejected: 0 })
  expect(of).toMatchObject({ year, suspensions: 0 })
})
