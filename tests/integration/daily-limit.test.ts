import { describe, expect, it } from 'vitest'
import type { ErrorBody } from '#shared/errors.ts'
import { type Client, createCharacter, createSharedApp, waitForReplies } from '#tests/support/test-app.ts'

const dayLength = 86_400_000

const app = await createSharedApp()
// To the next noon, so that the day does not change during a test.
app.clock.advance((1.5 * dayLength - (app.clock.now() % dayLength)) % dayLength)
const characterId = (await createCharacter(await app.signUp('author'))).id

const send = (client: Client) =>
  client.request<ErrorBody>('POST', '/api/chat', { characterId, message: 'Good evening.' })
const left = async (client: Client) => (await client.begin(characterId)).messagesLeft
const statuses = (responses: { status: number }[]) => {
  const all = Map.groupBy(responses, ({ status }) => status)
  return Object.fromEntries([...all].map(([status, group]) => [status, group.length]))
}
/** An account that has one message of today left. */
async function signUpWithOneLeft(): Promise<Client> {
  const client = await app.signUp()
  const day = Math.floor(app.clock.now() / dayLength)
  await app.context.db.insertInto('daily_messages').values({ user_id: client.id, day, used: 49 }).execute()
  expect(await left(client)).toBe(1)
  return client
}

describe('the daily limit of a free account, by default', () => {
  it('answers the 51st message with the quota message and the time of the reset', async () => {
    const client = await signUpWithOneLeft()
    expect((await send(client)).status).toBe(200)
    const rejected = await send(client)
    const untilMidnight = dayLength - (app.clock.now() % dayLength)
    expect(rejected).toMatchObject({
      status: 429,
      body: { code: 'quota_exceeded', errorType: 'quota_exceeded', messagesLeft: 0 },
    })
    expect(rejected.body.userMessage).toMatch(
      /^You have used your 50 free messages for today\. You get new ones in \d+ (hours|minutes?) \(at midnight UTC\)/,
    )
    expect(Number(rejected.headers.get('retry-after')) * 1000).toBeGreaterThanOrEqual(untilMidnight)
    expect(Number(rejected.headers.get('retry-after')) * 1000).toBeLessThan(untilMidnight + 30_000)
    app.clock.advance(untilMidnight)
    expect((await send(client)).status).toBe(200)
    expect(await left(client)).toBe(49)
  })

  it('gives the last message to one of 20 requests that race for it', async () => {
    const client = await signUpWithOneLeft()
    expect(statuses(await Promise.all(Array.from({ length: 20 }, () => send(client))))).toEqual({ 200: 1, 429: 19 })
    expect(await left(client)).toBe(0)
  })

  it('does not count a failed reply, also when 20 requests race for the last one', async () => {
    const client = await signUpWithOneLeft()
    app.upstream.failure = 'server-error'
    const failed = statuses(await Promise.all(Array.from({ length: 20 }, () => send(client))))
    await waitForReplies(app)
    expect(failed[200]).toBeUndefined()
    expect(failed[502]).toBeGreaterThan(0)
    expect(await left(client)).toBe(1)
    app.upstream.failure = null
    expect(statuses(await Promise.all(Array.from({ length: 20 }, () => send(client))))).toEqual({ 200: 1, 429: 19 })
  })
})
