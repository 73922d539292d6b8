import { expect, it } from 'vitest'
import type { Flag } from '#shared/flags.ts'
import type { ReportCategory } from '#shared/moderation.ts'
import { act, listFlags, raiseReport, signUpAdmin } from '#tests/support/moderation.ts'
import { type Client, createCharacter, createSharedApp } from '#tests/support/test-app.ts'

/** Named here, so that another category changes no count. Three have the severity 4. */
const categories: readonly ReportCategory[] = [
  ...(['self_harm', 'threats', 'real_person'] as const),
  ...(['hate', 'private_information', 'wrong_rating', 'stolen', 'spam', 'other'] as const),
]

const app = await createSharedApp()
const admin = await signUpAdmin(app, 'Mora')
const author = await app.signUp('author')
const reporter = await app.signUp('reporter')
const raise = (reporter: Client, id: string, category: ReportCategory) =>
  raiseReport(app, reporter, { type: 'character', id }, { category })
// Four characters, each reported in nine categories.
for (let index = 0; index < 4; index++) {
  const { id } = await createCharacter(author, { name: `Ada ${index}` })
  for (const category of categories) await raise(reporter, id, category)
}

it('lists open flags by default, the most severe first, then the oldest (spec 3.flag)', async () => {
  const flags = await listFlags(admin)
  expect(flags).toHaveLength(36)
  const order = (flag: Flag) => [-flag.severity, flag.createdAt, flag.id].map(String).join(' ')
  const sorted = flags.toSorted((a, b) => b.severity - a.severity || (a.id < b.id ? -1 : 1))
  expect(flags.map(order)).toEqual(sorted.map(order))
  expect(await listFlags(admin, '/open')).toEqual(flags)
  expect(await listFlags(admin, '/dismissed')).toEqual([])
  expect(Object.keys(flags[0] ?? {})).toEqual(
    expect.arrayContaining([
      'id',
      'category',
      'severity',
      'summary',
      'details',
      'targetType',
      'targetId',
      'status',
      'createdAt',
    ]),
  )
})

it.each(['?limit=7', '?limit=7&sort=newest', '?limit=7&status=all'])('pages through %s without gaps', async (query) => {
  const seen: string[] = []
  for (let cursor = ''; ; ) {
    const { body, headers } = await admin.request<{ flags: Flag[] }>('GET', `/api/admin/flags${query}&cursor=${cursor}`)
    seen.push(...body.flags.map(({ id }) => id))
    cursor = headers.get('x-next-cursor') ?? ''
    if (!cursor) break
  }
  expect(seen).toHaveLength(36)
  expect(new Set(seen).size).toBe(36)
  const whole = await listFlags(admin, query.replace('limit=7', 'limit=100'))
  expect(seen).toEqual(whole.map(({ id }) => id))
})

it('answers flags, audit entries and a token to admins (spec 7.calls.admin)', async () => {
  expect(await admin.get('/api/admin/flags?status=open')).toMatchObject({ flags: expect.any(Array) })
  expect(await admin.get('/api/admin/audits')).toMatchObject({ audits: expect.any(Array) })
  expect(await admin.post('/api/admin/websocket-token')).toMatchObject({ adminToken: expect.any(String) })
})

it('filters', async () => {
  const [first, second] = await listFlags(admin, '?category=hate')
  const claimed = await admin.post<{ flag: Flag }>(`/api/admin/flags/${first?.id}/claim`)
  expect(claimed.flag.claim?.until).toBeGreaterThan(app.clock.now())
  await act(admin, second?.id ?? '', { action: 'dismiss' })
  const count = async (query: string) => (await listFlags(admin, `?limit=100&${query}`)).length
  expect(await count('status=dismissed')).toBe(1)
  expect(await count('status=all')).toBe(36)
  expect(await count('severity=4')).toBe(12)
  expect(await count('category=spam')).toBe(4)
  expect(await count('source=policy')).toBe(0)
  expect(await count('claimed=me')).toBe(1)
  expect(await count('claimed=others')).toBe(0)
  expect(await count('claimed=nobody')).toBe(34)
  expect(await count(`status=all&targetType=character&targetId=${first?.targetId}`)).toBe(9)
  expect(await count(`subjectId=${author.id}`)).toBe(35)
  expect(await count('overdue=true')).toBe(0)
  app.clock.advance(5 * 3_600_000)
  expect(await count('overdue=true')).toBe(12)
  expect((await admin.request('GET', '/api/admin/flags?status=closed')).status).toBe(400)
})
