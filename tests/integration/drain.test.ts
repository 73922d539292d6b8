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

/** Begins a reply of so many tokens and waits for the first of its text. */
async function begin(tokens: number) {
  Object.assign(app.upstream.pace, { tokens, gapMs: 20 })
  const body = { characterId: character.id, message: 'Go on, then.' }
  const stream = await player.stream('POST', '/api/chat', { body })
  const turn = await stream.next()
  const first = await stream.next()
  return { stream, said: String(first?.data.text), conversationId: String(turn?.data.conversationId) }
}

async function endOf({ stream, said }: { stream: StreamReader; said: string }) {
  const events = await stream.rest()
  return { closing: events.at(-1), text: said + textOf(events) }
}

test('asked to stop, it takes no new turns, lets replies finish for a while and keeps what the others said', async () => {
  const short = await begin(20)
  const long = await begin(5_000)
  const drained = app.liveReplies.drain(1_500)

  expect((await player.request('GET', '/readyz')).status).toBe(503)
  const refused = await player.request<ErrorBody>('POST', '/api/chat', { characterId: character.id, message: 'Me too' })
  expect({ status: refused.status, code: refused.body.code }).toEqual({ status: 503, code: 'unavailable' })
  expect(refused.headers.get('retry-after')).toBe('5')

  const [finished, broken] = await Promise.all([endOf(short), endOf(long)])
  await drained
  expect(finished.closing).toMatchObject({ event: 'done', data: { status: 'complete', response: finished.text } })
  expect(broken.closing).toMatchObject({ event: 'error', data: { status: 'interrupted' } })
  const kept = async ({ conversationId }: { conversationId: string }) =>
    (await player.get<ConversationPage>(`/api/conversations/${conversationId}`)).messages.at(-1)
  expect(await kept(short)).toMatchObject({ status: 'complete', content: finished.text })
  expect(await kept(long)).toMatchObject({ status: 'interrupted', content: broken.text })
})
