import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Character } from '#shared/characters.ts'
import type { ConversationPage } from '#shared/chat.ts'
import type { ErrorBody } from '#shared/errors.ts'
import {
  type Client,
  createCharacter,
  createTestApp,
  type StreamReader,
  type TestApp,
  textOf,
} from '#tests/support/test-app.ts'

let app: TestApp
let player: Client
let character: Character

beforeAll(async () => {
  app = await createTestApp()
  player = await app.signUp()
  character = await createCharacter(await app.signUp('author'))
})
afterAll(() => app.close())

/** Starts a reply of this many tokens and waits for its first text. */
async function startReply(tokens: number) {
  Object.assign(app.upstream.pace, { tokens, gapMs: 20 })
  const body = { characterId: character.id, message: 'Go on, then.' }
  const stream = await player.stream('POST', '/api/chat', { body })
  const turn = await stream.next()
  const firstDelta = await stream.next()
  return { stream, received: String(firstDelta?.data.text), conversationId: String(turn?.data.conversationId) }
}

async function readToEnd({ stream, received }: { stream: StreamReader; received: string }) {
  const events = await stream.rest()
  return { lastEvent: events.at(-1), text: received + textOf(events) }
}

test('a draining server rejects new turns, lets replies complete until the deadline and saves the others as interrupted', async () => {
  const short = await startReply(20)
  const long = await startReply(5_000)
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
    (await player.get<ConversationPage>(`/api/conversations/${conversationId}`)).messages.at(-1)
  expect(await storedReply(short)).toMatchObject({ status: 'complete', content: completed.text })
  expect(await storedReply(long)).toMatchObject({ status: 'interrupted', content: interrupted.text })
})
