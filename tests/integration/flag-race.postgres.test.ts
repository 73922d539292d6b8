import { expect, test } from 'vitest'
import { lockAppends } from '#server/moderation/queries.ts'
import { countLockWaits } from '#tests/support/lock-waits.ts'
import { act, listFlags, raiseReport, signUpAdmin } from '#tests/support/moderation.ts'
import { type Client, createCharacter, createSharedApp, waitForReplies } from '#tests/support/test-app.ts'

const app = await createSharedApp()
const admins: Client[] = []
for (let index = 0; index < 30; index += 1) admins.push(await signUpAdmin(app))

test('many admins who wait for one flag leave the connections of the pool to others', async () => {
  const reader = await app.signUp()
  const { id } = await createCharacter(await app.signUp())
  const flagId = await raiseReport(app, reader, { type: 'character', id })
  const release = await holdFlag(flagId)
  const actions = admins.map((admin) => act(admin, flagId, { action: 'approve' }))
  await expect.poll(() => countLockWaits(app.context.db)).toBeGreaterThan(0)
  // As many as the pool has connections: with one that is waited for, they would be refused with 503.
  const others = await Promise.all(Array.from({ length: 20 }, () => reader.request('GET', '/api/reports')))
  expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]))
  await release()
  const results = await Promise.all(actions)
  expect(results.map(({ body }) => body.code ?? 'ok').sort()).toEqual([
    ...Array.from({ length: 29 }, () => 'already_in_state'),
    'ok',
  ])
})

test('a reply whose flag waits for the lock of the alerts holds up no other reply', async () => {
  const [client, other] = [await app.signUp(), await app.signUp()]
  const { id: characterId } = await createCharacter(other)
  const { db, dialect } = app.context
  let answer: Promise<unknown> | undefined
  await db.transaction().execute(async (trx) => {
    await lockAppends(trx, dialect)
    answer = client.chat(characterId, 'I want to kill myself.')
    await expect.poll(() => countLockWaits(db)).toBe(1)
    await other.chat(characterId, 'Good evening.')
  })
  await answer
  await waitForReplies(app)
  const flags = db.selectFrom('flags').select('category').where('subject_id', '=', client.id)
  expect(await flags.execute()).toEqual([{ category: 'crisis' }])
})

test('of two admins who lift a suspension at once, one succeeds, also when the clock of the other is behind', async () => {
  const { admin, colleague } = pair()
  const writer = await app.signUp()
  const path = `/api/admin/users/${writer.id}/suspension`
  await admin.post(path, { days: 7, category: 'hate' })
  const [flag] = await listFlags(admin, `?status=all&subjectId=${writer.id}`)
  const release = await holdFlag(flag?.id ?? '')
  const lifts = [admin.request('DELETE', path)]
  await expect.poll(() => countLockWaits(app.context.db)).toBe(1)
  app.clock.advance(-60_000)
  lifts.push(colleague.request('DELETE', path))
  await expect.poll(() => countLockWaits(app.context.db)).toBe(2)
  await release()
  expect((await Promise.all(lifts)).map(({ status }) => status)).toEqual([200, 409])
})

test('a decision that is being undone cannot be appealed', async () => {
  const { admin } = pair()
  const author = await app.signUp()
  const { id } = await createCharacter(author)
  const flagId = await raiseReport(app, await app.signUp(), { type: 'character', id })
  await act(admin, flagId, { action: 'approve' })
  const release = await holdFlag(flagId)
  const undo = admin.request('POST', `/api/admin/flags/${flagId}/undo`, { notes: '' })
  await expect.poll(() => countLockWaits(app.context.db)).toBe(1)
  const appeal = author.request('POST', '/api/appeals', { flagId, text: 'It was not me.' })
  await expect.poll(() => countLockWaits(app.context.db)).toBe(2)
  await release()
  expect([(await undo).status, (await appeal).status]).toEqual([200, 404])
})

function pair() {
  const [admin, colleague] = admins
  if (!admin || !colleague) throw new Error('There are no admins.')
  return { admin, colleague }
}

/** Locks a flag; returns what releases it. */
async function holdFlag(id: string): Promise<() => Promise<void>> {
  const locked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const held = app.context.db.transaction().execute(async (trx) => {
    await trx.selectFrom('flags').select('id').where('id', '=', id).forUpdate().execute()
    locked.resolve()
    await released.promise
  })
  await locked.promise
  return () => {
    released.resolve()
    return held
  }
}
