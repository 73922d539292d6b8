import { expect, it } from 'vitest'
import { type Client, createCharacter, createSharedApp } from '#tests/support/test-app.ts'

const day = 24 * 60 * 60 * 1000

const app = await createSharedApp({ env: { FREE_DAILY_MESSAGES: '1000' } })
const author = await app.signUp('author')
const reader = await app.signUp('reader')

const send = (client: Client, characterId: string, conversationId?: string) =>
  client.request<{ conversationId: string }>('POST', '/api/chat', { characterId, message: 'Hello.', conversationId })
const rate = (client: Client, id: string, stars: number) => client.put(`/api/characters/${id}/rating`, { stars })
async function trendOf(id: string): Promise<number> {
  return (await app.row('characters', { id }, 'trend')).trend
}
/** Resolves when the trend has risen above `before`: a turn is counted after its response. */
const risen = (id: string, before: number) => expect.poll(() => trendOf(id)).toBeGreaterThan(before)
async function expectTurnToCount(id: string, act: () => Promise<unknown>): Promise<void> {
  const before = await trendOf(id)
  await act()
  await risen(id, before)
}
/** How much the trend rises while `act` runs. */
async function rise(id: string, act: () => Promise<unknown>): Promise<number> {
  const before = await trendOf(id)
  await act()
  return (await trendOf(id)) - before
}

it('rises with an account’s first rating and not with its changes', async () => {
  const { id } = await createCharacter(author)
  expect(await rise(id, () => rate(reader, id, 5))).toBeGreaterThan(0)
  expect(await rise(id, () => rate(reader, id, 5))).toBe(0)
  expect(await rise(id, () => rate(reader, id, 1))).toBe(0)
  expect(await rise(id, () => rate(reader, id, 5))).toBe(0)
  const other = await app.signUp()
  expect(await rise(id, () => rate(other, id, 5))).toBeGreaterThan(0)
})

it('rises with an account’s first turn on a day, whichever conversation it is in', async () => {
  const { id } = await createCharacter(author)
  await expectTurnToCount(id, () => send(reader, id))
  const { body } = await send(reader, id)
  expect(await rise(id, () => send(reader, id))).toBe(0)
  expect(await rise(id, () => send(reader, id, body.conversationId))).toBe(0)
  await app.restart()
  expect(await rise(id, () => send(reader, id)), 'after a restart').toBe(0)
  app.clock.advance(day)
  // On the next day, and by another account.
  await expectTurnToCount(id, () => send(reader, id, body.conversationId))
  await expectTurnToCount(id, async () => send(await app.signUp(), id))
})

it('counts one of ten concurrent turns', async () => {
  const [one, ten] = [await createCharacter(author), await createCharacter(author)]
  const trend = await trendOf(one.id)
  await app.context.db.updateTable('characters').set({ trend }).where('id', 'in', [one.id, ten.id]).execute()
  await expectTurnToCount(one.id, () => send(reader, one.id))
  await Promise.all(Array.from({ length: 10 }, () => send(reader, ten.id)))
  await risen(ten.id, trend)
  // The two turns are some milliseconds apart, and so are their weights.
  expect(await trendOf(ten.id)).toBeCloseTo(await trendOf(one.id), 3)
})

it('does not rise with the author’s own turns', async () => {
  const { id } = await createCharacter(author)
  expect(await rise(id, () => send(author, id))).toBe(0)
})

it('does not rise with a failed turn, and does with the turn that replaces it', async () => {
  const { id } = await createCharacter(author)
  app.upstream.failure = 'server-error'
  expect(await rise(id, async () => expect((await send(reader, id)).status).toBe(502))).toBe(0)
  app.upstream.failure = null
  await expectTurnToCount(id, () => send(reader, id))
})
