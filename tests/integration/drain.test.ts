import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ErrorBody } from '#shared/errors.ts'
import { createReplyFixture, type ReplyFixture, type StartedReply, startReply } from '#tests/support/reply-fixture.ts'
import { textOf } from '#tests/support/test-app.ts'

let fixture: ReplyFixture

beforeAll(async () => {
  fixture = await createReplyFixture()
})
afterAll(() => fixture.app.close())

async function readToEnd({ stream, received }: StartedReply) {
  const events = await stream.rest()
  return { lastEvent: events.at(-1), text: received + textOf(events) }
}

test('a draining server rejects new turns, lets replies complete until the deadline and saves the others as interrupted', async () => {
  const { app, player, character } = fixture
  const short = await startReply(fixture, { tokens: 20, gapMs: 20 })
  const long = await startReply(fixture, { tokens: 5_000, gapMs: 20 })
  const drained = app.liveReplies.drain(1_500)

  expect((await player.request('GET', '/readyz')).status).toBe(503)
  const rejected = await player.request<ErrorBody>('POST', '/api/chat', {
    characterId: character.id,
    message: 'Me too',
  })
  expect({ status: rejected.status, code: rejected.body.code }).toEqual({ status: 503, code: 'unavailable' })
  expect(rejected.headers.get('retry-after')).toBe('5')

  const [completed, interrupted] = await Promise.all([readToEnd(short), readToEnd(long)])
  await drained
  expect(completed.lastEvent).toMatchObject({ event: 'done', data: { status: 'complete', response: completed.text } })
  expect(interrupted.lastEvent).toMatchObject({ event: 'error', data: { status: 'interrupted' } })
  const storedReply = async ({ conversationId }: { conversationId: string }) =>
    (await player.conversation(conversationId)).messages.at(-1)
  expect(await storedReply(short)).toMatchObject({ status: 'complete', content: completed.text })
  expect(await storedReply(long)).toMatchObject({ status: 'interrupted', content: interrupted.text })
})
