import { afterAll, beforeAll, expect, test } from 'vitest'
import { countLockWaits } from '#tests/support/lock-waits.ts'
import { act, raiseReport, signUpAdmin } from '#tests/support/moderation.ts'
import { type Client, createCharacter, createTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let admins: Client[]

beforeAll(async () => {
  app = await createTestApp()
  admins = []
  for (let index = 0; index < 30; index += 1) admins.push(await signUpAdmin(app))
})
afterAll(() => app.close())

test('many admins who wait for one flag leave the connections of the pool to others', async () => {
  const { db } = app.context
  const reader = await app.signUp()
  const { id } = await createCharacter(await app.signUp())
  const flagId = await raiseReport(app, reader, { type: 'character', id })
  const lockRow = Promise.withResolvers<void>()
  const releaseRow = Promise.withResolvers<void>()
  const held = db.transaction().execute(async (trx) => {
    await trx.selectFrom('flags').select('id').where('id', '=', flagId).forUpdate().execute()
    lockRow.resolve()
    await releaseRow.promise
  })
  await lockRow.promise
  const actions = admins.map((admin) => act(admin, flagId, { action: 'approve' }))
  await expect.poll(() => countLockWaits(app.context.db)).toBeGreaterThan(0)
  // As many as the pool has connections: with one that is waited for, they would be refused with 503.
  const others = await Promise.all(Array.from({ length: 20 }, () => reader.request('GET', '/api/reports')))
  expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]))
  releaseRow.resolve()
  await held
  const results = await Promise.all(actions)
  expect(results.map(({ body }) => body.code ?? 'ok').sort()).toEqual([
    ...Array.from({ length: 29 }, () => 'already_in_state'),
    'ok',
  ])
})
