import { beforeEach, describe, expect, test } from 'vitest'
import type { ReplyEvents } from '#shared/reply-events.ts'
import { type Client, createCharacter, createSharedApp } from '#tests/support/test-app.ts'

const maxStreams = 20
let player: Client

const app = await createSharedApp({ env: { RATE_LIMITS: 'on' }, upstream: { firstTokenMs: 60_000 } })
const character = await createCharacter(await app.signUp('author'))
beforeEach(async () => {
  player = await app.signUp()
})

const begin = (client: Client) =>
  client.stream('POST', '/api/chat', { body: { characterId: character.id, message: 'Hello' } })
async function beginReply(client: Client) {
  const stream = await begin(client)
  const turn = (await stream.take<ReplyEvents['turn']>()).data
  const path = `/api/conversations/${turn.conversationId}/replies/${turn.messageId}`
  return { ...turn, stream, events: `${path}/events`, stop: () => client.post(`${path}/stop`) }
}

test('joining a reply that has no text yet is answered with headers at once', async () => {
  const { events, stop, stream } = await beginReply(player)
  const headers = { accept: 'text/event-stream', 'last-event-id': '0' }
  // The first heartbeat is sent after up to 15 seconds.
  const response = await player.raw(events, { headers, signal: AbortSignal.timeout(12_000) })
  expect(response.status).toBe(200)
  await stop()
  expect((await stream.rest()).at(-1)?.event).toBe('done')
  expect(await response.text()).toContain('event: done')
})

describe('an account', () => {
  test('reads at most twenty event streams at once; the next one is rejected with 429', async () => {
    const { events, stop, stream } = await beginReply(player)
    const readers = await Promise.all(Array.from({ length: maxStreams - 1 }, () => player.stream('GET', events)))
    const refused = await player.stream('GET', events)
    expect(refused.response.status).toBe(429)
    expect(refused.response.headers.get('retry-after')).toBe('5')
    expect(await refused.response.json()).toMatchObject({
      code: 'too_many_streams',
      error: 'This account is reading too many replies at once. Close some of its tabs and try again.',
    })
    const before = await app.rows('messages')
    expect((await begin(player)).response.status).toBe(429)
    expect(await app.rows('messages')).toHaveLength(before.length)

    const other = await app.signUp()
    const theirs = await beginReply(other)
    await theirs.stop()
    readers[0]?.disconnect()
    await expect.poll(async () => (await player.raw(events)).status, { interval: 250 }).toBe(200)
    await stop()
    await stream.rest()
  })

  test('is not counted for streams that have ended or were refused', async () => {
    for (let turn = 0; turn < maxStreams + 2; turn++) {
      const { events, stop, stream } = await beginReply(player)
      await stop()
      await stream.rest()
      await (await player.stream('GET', events)).rest()
      expect((await player.raw('/api/conversations/none/replies/none/events')).status).toBe(404)
    }
  })
})

test('the stream of a reply of another instance ends when its row is deleted', async () => {
  const { messageId, events, stop, stream } = await beginReply(player)
  await stop()
  await stream.rest()
  const { db, clock } = app.context
  // As while another instance writes it.
  await app.change(
    'messages',
    { id: messageId },
    { status: 'streaming', content: 'So', hidden_at: null, updated_at: clock.now() + 60_000 },
  )
  const reader = await player.stream('GET', events)
  expect(await reader.take()).toMatchObject({ event: 'turn' })
  expect(await reader.take()).toMatchObject({ event: 'delta', data: { text: 'So' } })
  await db.deleteFrom('messages').where('id', '=', messageId).execute()
  expect(await reader.rest()).toMatchObject([{ event: 'error', data: { userMessage: 'This reply was deleted.' } }])
})
