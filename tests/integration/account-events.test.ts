import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AccountChange, tabIdHeader } from '#shared/account-events.ts'
import type { Character } from '#shared/characters.ts'
import type { ChatResponse, ConversationPage } from '#shared/chat.ts'
import type { Folder } from '#shared/folders.ts'
import { findRedis } from '#tests/support/redis.ts'
import {
  type Client,
  createCharacter,
  createTestApp,
  type StreamReader,
  type TestApp,
  waitForReplies,
} from '#tests/support/test-app.ts'
import { startTwoInstances, type TwoInstances } from '#tests/support/two-instances.ts'

/** Opens the stream of changes; resolves when it is connected. */
async function listen(client: Client): Promise<StreamReader> {
  const stream = await client.stream('GET', '/api/events')
  expect((await stream.take()).event).toBe('connected')
  return stream
}

async function next(stream: StreamReader): Promise<AccountChange> {
  const { event, data } = await stream.take<AccountChange>()
  expect(event).toBe('changed')
  return data
}

describe('on one instance', () => {
  let app: TestApp
  let character: Character
  let player: Client
  let stream: StreamReader
  let turn: ChatResponse

  beforeAll(async () => {
    app = await createTestApp({ env: { RATE_LIMITS: 'on' } })
    character = await createCharacter(await app.signUp('author'))
  })
  beforeEach(async () => {
    player = await app.signUp()
    turn = await player.chat(character.id, 'Hello')
    await waitForReplies(app)
    stream = await listen(player)
  })
  afterAll(() => app.close())

  const url = () => `/api/conversations/${turn.conversationId}`
  const leaf = async () => (await player.get<ConversationPage>(url())).messages.at(-1)?.id ?? ''

  test('the beginning and the end of a turn are sent', async () => {
    const body = { characterId: character.id, message: 'And then?', conversationId: turn.conversationId }
    const { messageId, conversationId } = await player.post<ChatResponse>('/api/chat', body)
    const change = { conversationId, replyId: messageId, tabId: null }
    expect([await next(stream), await next(stream)]).toEqual([change, change])
    expect((await player.get<ConversationPage>(url())).messages.at(-1)).toMatchObject({ status: 'complete' })
  })

  test('each change of a conversation is sent once, with the id of the tab that made it', async () => {
    const headers = { 'content-type': 'application/json', [tabIdHeader]: 'tab-1' }
    await player.raw(url(), { method: 'PATCH', headers, body: JSON.stringify({ title: 'The ferry' }) })
    const change = { conversationId: turn.conversationId, replyId: null, tabId: null }
    expect(await next(stream)).toEqual({ ...change, tabId: 'tab-1' })
    const messageId = turn.messageId
    const edit = { content: 'In my words', leafId: await leaf() }
    const requests = [
      () => player.request('PATCH', url(), { pinned: true }),
      () => player.request('PATCH', url(), { archived: true }),
      () => player.put(`${url()}/persona`, { personaId: 'account' }),
      () => player.post(`${url()}/replies/${messageId}/edit`, edit),
      async () => player.put(`${url()}/leaf`, { messageId, leafId: await leaf() }),
      async () => player.request('DELETE', `${url()}/messages/${messageId}?leafId=${await leaf()}`),
      async () => player.post(`${url()}/messages/${messageId}/restore`, { leafId: await leaf() }),
      () => player.request('DELETE', url()),
      () => player.post(`${url()}/restore`),
    ]
    for (const request of requests) {
      await request()
      expect(await next(stream)).toEqual(change)
    }
  })

  test('changes of folders and personas are sent, and rejected requests are not', async () => {
    expect((await player.request('PATCH', url(), { folderId: 'none' })).status).toBe(404)
    expect((await player.request('POST', '/api/folders', { name: '' })).status).toBe(400)
    const { id } = await player.post<Folder>('/api/folders', { name: 'Sea' })
    expect(await next(stream)).toEqual({ conversationId: null, replyId: null, tabId: null })
    await player.request('PATCH', url(), { folderId: id })
    expect(await next(stream)).toMatchObject({ conversationId: turn.conversationId })
    await player.post('/api/personas', { name: 'Robin' })
    expect(await next(stream)).toEqual({ conversationId: null, replyId: null, tabId: null })
  })

  test('the changes of another user are not sent', async () => {
    const other = await app.signUp()
    const others = await listen(other)
    await player.request('PATCH', url(), { pinned: true })
    expect(await next(stream)).toMatchObject({ conversationId: turn.conversationId })
    await other.post('/api/folders', { name: 'Theirs' })
    expect(await next(others)).toMatchObject({ conversationId: null })
  })

  test('an account has at most 20 streams of changes', async () => {
    const streams = [stream]
    while (streams.length < 20) streams.push(await listen(player))
    const refused = await player.request('GET', '/api/events')
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_streams' } })
    for (const open of streams) open.disconnect()
  })
})

describe.runIf(findRedis() && process.env.TEST_DB === 'postgres')('on two instances with Redis', () => {
  let instances: TwoInstances
  let first: TestApp
  let second: TestApp

  beforeAll(async () => {
    instances = await startTwoInstances('with Redis')
    ;({ first, second } = instances)
  })
  afterAll(() => instances?.close())

  test('turns, changes and folders are sent to a device on the other instance', async () => {
    const player = await first.signUp()
    const character = await createCharacter(await first.signUp('author'))
    const elsewhere = second.visitor()
    elsewhere.cookie = player.cookie
    const stream = await listen(elsewhere)
    const turn = await player.chat(character.id, 'Hello')
    const reply = { conversationId: turn.conversationId, replyId: turn.messageId }
    expect([await next(stream), await next(stream)]).toMatchObject([reply, reply])
    await player.request('PATCH', `/api/conversations/${turn.conversationId}`, { title: 'The ferry' })
    expect(await next(stream)).toMatchObject({ conversationId: turn.conversationId, replyId: null })
    await player.post('/api/folders', { name: 'Sea' })
    expect(await next(stream)).toMatchObject({ conversationId: null })
  })
})
