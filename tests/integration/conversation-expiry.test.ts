import { beforeEach, describe, expect, test } from 'vitest'
import { purgeConversations } from '#server/chat/purge/purge-conversations.ts'
import { ReplyRecovery } from '#server/chat/replies/recover.ts'
import { type ChatResponse, type Conversation, chatLimits } from '#shared/chat.ts'
import { fillConversation } from '#tests/support/long-conversation.ts'
import { type Client, createCharacter, createOwnApp, createSharedApp, waitForReplies } from '#tests/support/test-app.ts'

let player: Client

const app = await createSharedApp({ env: { FREE_DAILY_MESSAGES: '100' } })
const character = await createCharacter(await app.signUp('author'))
beforeEach(async () => {
  app.upstream.failure = null
  player = await app.signUp()
})

const history = (size = 10) => [
  { role: 'user', content: 'x'.repeat(size / 2) },
  { role: 'assistant', content: 'y'.repeat(size / 2) },
]
const request = (more: object = {}) =>
  player.request<ChatResponse>('POST', '/api/chat', { characterId: character.id, message: 'Hello', ...more })
const send = async (more: object = {}) => (await request(more)).body.conversationId
const conversations = async () => (await app.rows('conversations', { user_id: player.id })).map(({ id }) => id)
const storedMessages = async (id: string) => (await app.rows('messages', { conversation_id: id }, 'id')).length

test('a deleted conversation is purged after the undo window, however deep its tree is', async () => {
  const [kept, deleted] = [await send(), await send()]
  await fillConversation(app.context, deleted, 1_500)
  await player.request('DELETE', `/api/conversations/${deleted}`)
  app.clock.advance(chatLimits.undoWindow - 60_000)
  await purgeConversations(app.context)
  expect(await storedMessages(deleted)).toBe(1_503)
  app.clock.advance(60_001)
  await purgeConversations(app.context)
  expect(await conversations()).toEqual([kept])
  expect(await storedMessages(deleted)).toBe(0)
})

test.each(['copy', 'import'])('a failed %s leaves nothing', async (kind) => {
  const { conversationId, messageId } = (await request()).body
  const file = { characterId: character.id, text: '{"user_name":"Sam","character_name":"Ada"}\n{"mes":"Hm."}' }
  const [path, body] = kind === 'copy' ? [`${conversationId}/copy`, { messageId }] : ['import', file]
  const { transact } = app.context
  let transactions = 0
  const failAtSecond: typeof transact = (work) => {
    transactions += 1
    return transactions === 2 ? Promise.reject(new Error('disk error')) : transact(work)
  }
  Object.assign(app.context, { transact: failAtSecond })
  const { status } = await player.request('POST', `/api/conversations/${path}`, body)
  Object.assign(app.context, { transact })
  expect([status, transactions]).toEqual([500, 2])
  expect(await conversations()).toEqual([conversationId])
})

describe('a conversation that a client began with a history', () => {
  test('is purged after a day when its turns failed, and stays once it has a reply', async () => {
    app.upstream.failure = 'server-error'
    const [failed, continued, unseeded] = [
      await send({ conversationHistory: history() }),
      await send({ conversationHistory: history() }),
      await send(),
    ]
    app.upstream.failure = null
    await send({ conversationId: continued })
    const answered = await send({ conversationHistory: history() })
    await purgeConversations(app.context)
    expect(await conversations()).toEqual([failed, continued, unseeded, answered])
    app.clock.advance(chatLimits.provisionalLifetime + 1)
    await purgeConversations(app.context)
    expect(await conversations()).toEqual([continued, unseeded, answered])
  })

  test('stays when its first reply broke off with a crash, and is purged when that had no text', async () => {
    app.upstream.failure = 'server-error'
    const [started, empty] = [
      await request({ conversationHistory: history() }),
      await request({ conversationHistory: history() }),
    ].map(({ body }) => body)
    for (const [turn, content] of [[started, 'Some text'] as const, [empty, ''] as const]) {
      const { conversationId, messageId } = turn as ChatResponse
      await app.change('messages', { id: messageId }, { status: 'streaming', content })
      await app.change('conversations', { id: conversationId }, { running_reply_id: messageId })
    }
    expect(await new ReplyRecovery(app.context, app.liveReplies).takeOver()).toBe(2)
    app.clock.advance(chatLimits.provisionalLifetime + 1)
    await purgeConversations(app.context)
    expect(await conversations()).toEqual([started?.conversationId])
  })

  test('begins with at most 200,000 characters', async () => {
    const tooLong = Array.from({ length: 20 }, () => history(10_002)).flat()
    const rejected = await request({ conversationHistory: tooLong })
    expect(rejected).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', fields: { conversationHistory: expect.stringContaining('200,000') } },
    })
    const conversationId = await send({ conversationHistory: Array.from({ length: 20 }, () => history(10_000)).flat() })
    // In a conversation that exists, the history is not stored.
    expect((await request({ conversationId, conversationHistory: tooLong })).status).toBe(200)
  })
})

describe('what an account can store without a reply', () => {
  test('is bounded: the oldest of more than twenty histories or unused conversations are deleted', async () => {
    const otherUser = await app.signUp()
    const { conversation } = await otherUser.begin(character.id)
    const answered = await send()
    const create = () => player.begin(character.id)
    const unused = await create()
    app.upstream.failure = 'server-error'
    for (let turn = 0; turn < chatLimits.provisional + 5; turn++) await send({ conversationHistory: history(1000) })
    let stored = await conversations()
    expect(stored).toHaveLength(chatLimits.provisional + 1)
    expect(stored).toContain(answered)
    expect(stored).not.toContain(unused.conversation.id)
    const created = [await create(), await create()]
    stored = await conversations()
    expect(stored).toHaveLength(chatLimits.provisional + 1)
    expect(stored).toEqual(expect.arrayContaining(created.map((page) => page.conversation.id)))
    expect(await otherUser.request('GET', `/api/conversations/${conversation.id}`)).toMatchObject({ status: 200 })
  })

  test('does not delete a conversation while its reply is being written', async () => {
    Object.assign(app.upstream.pace, { firstTokenMs: 60_000 })
    const body = { characterId: character.id, message: 'Hello', conversationHistory: history() }
    const stream = await player.stream('POST', '/api/chat', { body })
    const { conversationId, messageId } = (await stream.take<ChatResponse>()).data
    for (let index = 0; index <= chatLimits.provisional; index++) {
      await player.post('/api/conversations', { characterId: character.id })
    }
    expect(await conversations()).toContain(conversationId)
    await player.post(`/api/conversations/${conversationId}/replies/${messageId}/stop`)
    await stream.rest()
    Object.assign(app.upstream.pace, { firstTokenMs: 1 })
    await waitForReplies(app)
  })

  test('is nothing for a refused turn', async () => {
    const own = await createOwnApp({ env: { FREE_DAILY_MESSAGES: '0' } })
    const ada = await createCharacter(await own.signUp('author'))
    const free = await own.signUp('free')
    const body = { characterId: ada.id, message: 'Hello', conversationHistory: history() }
    expect((await free.request('POST', '/api/chat', body)).status).toBe(429)
    expect([await own.rows('messages'), await own.rows('conversations')]).toEqual([[], []])
    expect(await free.get<Conversation[]>('/api/conversations')).toEqual([])
  })
})
