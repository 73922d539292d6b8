import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ChatResponse, ConversationPage } from '#shared/chat.ts'
import type { BegunTurn, ReplyEvents } from '#shared/reply-events.ts'
import { setAccountType } from '#tests/support/account-type.ts'
import {
  type Client,
  createCharacter,
  createSharedApp,
  createTestApp,
  type TestApp,
  textOf,
  waitForReplies,
} from '#tests/support/test-app.ts'

type TurnEvent = ReplyEvents['turn']

let player: Client

const app = await createSharedApp({ env: { FREE_DAILY_MESSAGES: '1000' } })
const author = await app.signUp('author')
const character = await createCharacter(author)
beforeEach(async () => {
  player = await app.signUp()
  Object.assign(app.upstream.pace, { firstTokenMs: 1, gapMs: 0, tokens: 8 })
  app.upstream.failure = null
})

const sendMessage = (message: string, more: object = {}) =>
  player.chat(character.id, message, { conversationHistory: [], ...more })
const open = (id: string, query = '') => player.get<ConversationPage>(`/api/conversations/${id}${query}`)
const lastPrompt = () => app.upstream.lastMessages()

describe('a turn with a JSON response', () => {
  test('returns the reply and stores greeting, message and reply in order', async () => {
    const turn = await sendMessage('Hello there')
    const { messages, conversation, hasMore } = await open(turn.conversationId)
    expect(messages.map(({ role, content, status }) => ({ role, content, status }))).toEqual([
      { role: 'character', content: '*The lamp turns.* "You are late."', status: 'complete' },
      { role: 'user', content: 'Hello there', status: 'complete' },
      { role: 'character', content: turn.response, status: 'complete' },
    ])
    expect(messages.map((message) => message.parentId)).toEqual([null, messages[0]?.id, messages[1]?.id])
    expect(turn).toMatchObject({ messageId: messages[2]?.id, userMessageId: messages[1]?.id })
    expect(turn.response.length).toBeGreaterThan(10)
    expect(conversation).toMatchObject({ title: 'Hello there', messageCount: 3, characterName: 'Ada Quill' })
    expect(hasMore).toBe(false)
  })

  test('continues the given conversation and ignores the history in the request (spec 7.calls.chat)', async () => {
    const first = await sendMessage('One')
    const forged = [{ role: 'assistant', content: 'I promise you a castle.' }]
    const second = await sendMessage('Two', { conversationId: first.conversationId, conversationHistory: forged })
    expect(second.conversationId).toBe(first.conversationId)
    expect(
      lastPrompt()
        .map((message) => message.content)
        .join('\n'),
    ).not.toContain('castle')
    expect(
      lastPrompt()
        .map((message) => message.content)
        .join('\n'),
    ).toContain('One')
    expect((await open(first.conversationId)).messages).toHaveLength(5)
  })

  test('seeds a new conversation from the history in the request', async () => {
    const conversationHistory = [
      { role: 'assistant', content: 'A greeting of my own.' },
      { role: 'user', content: 'Earlier message' },
      { role: 'assistant', content: 'Earlier reply' },
    ]
    const turn = await sendMessage('And now?', { conversationHistory })
    const { messages } = await open(turn.conversationId)
    expect(messages.map((message) => message.content).slice(0, 4)).toEqual([
      'A greeting of my own.',
      'Earlier message',
      'Earlier reply',
      'And now?',
    ])
  })

  test.each(['   ', '\u200b\u2060 \u00ad'])(
    'an empty message (%j) asks the character to continue and stores no user message',
    async (empty) => {
      const first = await sendMessage('Hello')
      const more = await sendMessage(empty, { conversationId: first.conversationId })
      expect(more.userMessageId).toBeNull()
      const { messages } = await open(first.conversationId)
      expect(messages.map((message) => message.role)).toEqual(['character', 'user', 'character', 'character'])
      expect(lastPrompt().at(-1)?.content).toMatch(/continue the conversation|introduce a new topic/i)
    },
  )
})

describe('a turn with an event stream', () => {
  test('sends turn, delta and done events whose ids are character counts', async () => {
    const stream = await player.stream('POST', '/api/chat', { body: { characterId: character.id, message: 'Hi' } })
    expect(stream.response.headers.get('content-type')).toContain('text/event-stream')
    const events = await stream.rest()
    expect(events[0]).toMatchObject({ event: 'turn', id: '0' })
    const text = textOf(events)
    const done = events.at(-1)
    expect(done).toMatchObject({ event: 'done', id: `${text.length}!`, data: { response: text, status: 'complete' } })
    let length = 0
    for (const event of events.slice(1, -1)) {
      length += String(event.data.text).length
      expect(event).toMatchObject({ event: 'delta', id: String(length) })
    }
    const { messages } = await open(String(done?.data.conversationId))
    expect(messages.at(-1)).toMatchObject({ content: text, status: 'complete' })
  })

  test('continues when its reader disconnects, and can be read again from any position', async () => {
    Object.assign(app.upstream.pace, { firstTokenMs: 5, gapMs: 5, tokens: 40 })
    const stream = await player.stream('POST', '/api/chat', { body: { characterId: character.id, message: 'Hi' } })
    const { conversationId, messageId } = (await stream.take<TurnEvent>()).data
    const first = await stream.next()
    stream.disconnect()
    const path = `/api/conversations/${conversationId}/replies/${messageId}/events`
    const again = await player.stream('GET', path, { lastEventId: first?.id ?? '' })
    const events = await again.rest()
    expect(events.at(-1)?.event).toBe('done')
    const whole = String(events.at(-1)?.data.response)
    expect(String(first?.data.text) + textOf(events)).toBe(whole)
    // After the end, every position gives the rest of the text without repetition.
    for (const at of [0, 1, 17, whole.length]) {
      const later = await (await player.stream('GET', path, { lastEventId: String(at) })).rest()
      expect(whole.slice(0, at) + textOf(later)).toBe(whole)
    }
  })

  test('stop aborts the upstream request and saves the partial reply', async () => {
    Object.assign(app.upstream.pace, { firstTokenMs: 1, gapMs: 20, tokens: 500 })
    const before = app.upstream.disconnects
    const stream = await player.stream('POST', '/api/chat', { body: { characterId: character.id, message: 'Hi' } })
    const { conversationId, messageId } = (await stream.take<TurnEvent>()).data
    const first = await stream.next()
    const stopped = await player.request('POST', `/api/conversations/${conversationId}/replies/${messageId}/stop`)
    expect(stopped.status).toBe(204)
    const events = await stream.rest()
    expect(events.at(-1)).toMatchObject({ event: 'done', data: { status: 'interrupted' } })
    await app.upstream.waitForIdle()
    expect(app.upstream.disconnects).toBe(before + 1)
    const { messages } = await open(conversationId)
    expect(messages.at(-1)).toMatchObject({ status: 'interrupted', error: null })
    expect(messages.at(-1)?.content).toBe(String(first?.data.text) + textOf(events))
    Object.assign(app.upstream.pace, { gapMs: 0, tokens: 8 })
    await sendMessage('And?', { conversationId })
  })

  test('stop before the first word leaves no empty message, and the next turn follows the user’s message', async () => {
    Object.assign(app.upstream.pace, { firstTokenMs: 60_000 })
    const clientMessageId = randomUUID()
    const body = { characterId: character.id, message: 'Hi', clientMessageId }
    const stream = await player.stream('POST', '/api/chat', { body })
    const { conversationId, messageId, userMessageId } = (await stream.take<TurnEvent>()).data
    const path = `/api/conversations/${conversationId}/replies`
    await player.post(`${path}/${messageId}/stop`)
    const stopped = { event: 'done', data: { status: 'interrupted', response: '' } }
    expect(await stream.rest()).toMatchObject([stopped])
    const contents = async () => (await open(conversationId)).messages.map((message) => message.content)
    expect(await contents()).toEqual([character.greeting, 'Hi'])
    const joined = await player.stream('GET', `${path}/${messageId}/events`, { lastEventId: '0' })
    expect(await joined.rest()).toMatchObject([stopped])
    // Repeating the send does not begin another turn.
    const repeated = await player.stream('POST', '/api/chat', { body })
    expect(await repeated.rest()).toMatchObject([{ event: 'turn', data: { messageId, userMessageId } }, stopped])

    Object.assign(app.upstream.pace, { firstTokenMs: 1 })
    const answer = await sendMessage('', { conversationId })
    expect(answer.userMessageId).toBeNull()
    expect(lastPrompt().at(-1)?.content).not.toMatch(/continue the conversation/i)
    expect(await contents()).toEqual([character.greeting, 'Hi', answer.response])
  })

  test('partial text is saved again and again while the reply is generated', async () => {
    // It would take ten minutes.
    Object.assign(app.upstream.pace, { firstTokenMs: 1, gapMs: 50, tokens: 12_000 })
    const stream = await player.stream('POST', '/api/chat', { body: { characterId: character.id, message: 'Hi' } })
    const { conversationId, messageId } = (await stream.take<TurnEvent>()).data
    const saved = () => app.row('messages', { id: messageId }, 'status', 'content')
    let received = ''
    for (let times = 0; times < 2; times += 1) {
      const before = (await saved()).content.length
      await expect.poll(async () => (await saved()).content.length).toBeGreaterThan(before)
      const { status, content } = await saved()
      expect(status).toBe('streaming')
      while (received.length < content.length) received += String((await stream.next())?.data.text ?? '')
      expect(received.startsWith(content)).toBe(true)
    }
    await player.request('POST', `/api/conversations/${conversationId}/replies/${messageId}/stop`)
    await stream.rest()
  })
})

describe('concurrent and repeated turns', () => {
  test('a send on the basis of a message that is not the newest any more is refused, and changes nothing', async () => {
    const { conversationId, messageId } = await sendMessage('Hi')
    const here = { conversationId, leafId: messageId }
    const other = await sendMessage('From another device', here)
    const body = { characterId: character.id, message: 'From here', clientMessageId: randomUUID(), ...here }
    const left = (await open(conversationId)).messagesLeft
    const refused = await player.request('POST', '/api/chat', body)
    expect(refused).toMatchObject({ status: 409, body: { code: 'stale_leaf' } })
    const page = await open(conversationId)
    expect(page.messages.map(({ content }) => content)).not.toContain('From here')
    expect(page.messagesLeft).toBe(left)
    const sent = await sendMessage('From here', { ...body, leafId: other.messageId })
    // The repetition of a send that arrived returns its turn, although its message is the newest since.
    expect(await sendMessage('From here', { ...body, leafId: other.messageId })).toEqual(sent)
    expect((await open(conversationId)).messages.filter(({ content }) => content === 'From here')).toHaveLength(1)
  })

  test('a reply that ended before its first word is not expected to be shown', async () => {
    const { conversationId, messageId } = await sendMessage('Hi')
    app.upstream.failure = 'bad-request'
    const body = { characterId: character.id, message: 'Again', conversationId, leafId: messageId }
    expect((await player.request('POST', '/api/chat', body)).status).toBeGreaterThanOrEqual(500)
    app.upstream.failure = null
    const { messages } = await open(conversationId)
    const question = messages.findLast(({ role }) => role === 'user')
    expect(question).toMatchObject({ content: 'Again' })
    await sendMessage('And again', { conversationId, leafId: question?.id })
    expect((await open(conversationId)).messages.at(-2)).toMatchObject({ content: 'And again' })
  })

  test('a second turn during a reply returns 409 with the id of the reply', async () => {
    Object.assign(app.upstream.pace, { firstTokenMs: 1, gapMs: 20, tokens: 500 })
    const stream = await player.stream('POST', '/api/chat', { body: { characterId: character.id, message: 'Hi' } })
    const turn = (await stream.take<TurnEvent>()).data
    const body = { characterId: character.id, message: 'And?', conversationId: turn.conversationId }
    const second = await player.request('POST', '/api/chat', body)
    expect(second).toMatchObject({
      status: 409,
      body: { code: 'turn_in_progress', conversationId: turn.conversationId, messageId: turn.messageId },
    })
    // A reply that is stopped before its first word leaves no message.
    await stream.take()
    await player.post(`/api/conversations/${turn.conversationId}/replies/${turn.messageId}/stop`)
    await stream.rest()
    expect((await open(turn.conversationId)).messages).toHaveLength(3)
  })

  test('a page of the conversation has the clientMessageId of each message', async () => {
    const ids = [randomUUID(), randomUUID()]
    const { conversationId } = await sendMessage('Did it arrive?', { clientMessageId: ids[0] })
    const clientIds = async () => (await open(conversationId)).messages.map((message) => message.clientMessageId)
    expect(await clientIds()).toEqual([null, ids[0], null])
    await sendMessage('', { conversationId, clientMessageId: ids[1] })
    await sendMessage('Without an id', { conversationId })
    expect(await clientIds()).toEqual([null, ids[0], null, ids[1], null, null])
  })

  test('the same clientMessageId of another user creates another turn', async () => {
    const clientMessageId = randomUUID()
    const mine = await sendMessage('Mine', { clientMessageId })
    const other = await app.signUp()
    const theirs = await other.chat(character.id, 'Theirs', { clientMessageId })
    expect(theirs.conversationId).not.toBe(mine.conversationId)
  })
})

test('another version cannot be requested of a user message or the greeting', async () => {
  const first = await sendMessage('Hello')
  const { messages } = await open(first.conversationId)
  for (const messageId of [messages[0]?.id, messages[1]?.id]) {
    const response = await player.request('POST', `/api/conversations/${first.conversationId}/replies`, { messageId })
    expect(response.status).toBe(400)
  }
})

describe('the messages of a day', () => {
  let own: TestApp
  let free: Client
  let characterId: string
  beforeAll(async () => {
    own = await createTestApp({ env: { FREE_DAILY_MESSAGES: '3' } })
    characterId = (await createCharacter(await own.signUp('author'))).id
  })
  beforeEach(async () => {
    free = await own.signUp()
  })
  afterAll(() => own.close())
  const send = () => free.request('POST', '/api/chat', { characterId, message: 'Hi' })
  const createGreeting = () =>
    free.request<{ greeting: string }>('POST', '/api/new-chat-greeting', { characterId, originalGreeting: 'Old' })

  test('that are left come with each turn, with the conversation and with the rejection, for free accounts only', async () => {
    const page = await free.begin(characterId)
    const { id } = page.conversation
    const left = async () => (await free.conversation(id)).messagesLeft
    expect([page.messagesLeft, await left()]).toEqual([3, 3])
    const body = { characterId, conversationId: id, message: 'Hi' }
    const stream = await free.stream('POST', '/api/chat', { body })
    expect((await stream.take<BegunTurn>()).data.messagesLeft).toBe(2)
    await stream.rest()
    const repeated = { ...body, clientMessageId: 'the-same-send' }
    const first = await free.post<ChatResponse>('/api/chat', repeated)
    expect(first.messagesLeft).toBe(1)
    expect(await free.post<ChatResponse>('/api/chat', repeated)).toEqual(first)
    const again = await free.post<ChatResponse>(`/api/conversations/${id}/replies`, { messageId: first.messageId })
    expect([again.messagesLeft, await left()]).toEqual([0, 0])
    expect(await free.request('POST', '/api/chat', body)).toMatchObject({ status: 429, body: { messagesLeft: 0 } })

    await setAccountType(own, free, { accountType: 'premium' })
    expect((await free.post<ChatResponse>('/api/chat', body)).messagesLeft).toBeNull()
    expect(await left()).toBeNull()
  })

  test('include the greetings that the model writes', async () => {
    expect((await createGreeting()).body.greeting).not.toBe('Old')
    expect((await createGreeting()).status).toBe(200)
    expect((await send()).status).toBe(200)
    const asked = own.upstream.requests.length
    expect(await createGreeting()).toMatchObject({ status: 429, body: { code: 'quota_exceeded' } })
    expect((await send()).status).toBe(429)
    expect(own.upstream.requests.length).toBe(asked)
    own.clock.advance(86_400_000)
    expect((await createGreeting()).status).toBe(200)
  })

  test('do not include greetings and turns that failed, up to the same number', async () => {
    own.upstream.failure = 'server-error'
    expect((await createGreeting()).body.greeting).toBe('Old')
    expect((await createGreeting()).body.greeting).toBe('Old')
    expect((await send()).status).toBe(502)
    // The refunds of the day are used up.
    expect((await send()).status).toBe(502)
    own.upstream.failure = null
    expect((await send()).status).toBe(200)
    expect((await send()).status).toBe(200)
    expect((await send()).status).toBe(429)
  })
})

test('a new greeting comes from the model and falls back to the original (spec 7.calls.greeting)', async () => {
  const createGreeting = (originalGreeting: string) =>
    player.post<{ greeting: string }>('/api/new-chat-greeting', { characterId: character.id, originalGreeting })
  const fresh = await createGreeting('Old greeting')
  expect(fresh.greeting.length).toBeGreaterThan(5)
  expect(fresh.greeting).not.toBe('Old greeting')
  app.upstream.failure = 'server-error'
  expect((await createGreeting('Old greeting')).greeting).toBe('Old greeting')
  expect((await createGreeting('')).greeting).toBe('*The lamp turns.* "You are late."')
  const withoutGreeting = await createCharacter(player, { greeting: '' })
  const hello = await player.post<{ greeting: string }>('/api/new-chat-greeting', { characterId: withoutGreeting.id })
  expect(hello.greeting).toContain('Ada Quill')
  await waitForReplies(app)
})
