import { beforeEach, expect, test } from 'vitest'
import type { ChatResponse, Conversation } from '#shared/chat.ts'
import type { ReplyEvents } from '#shared/reply-events.ts'
import { type Client, createCharacter, createSharedApp, waitForReplies } from '#tests/support/test-app.ts'

const maxReplyTokens = 16
let player: Client

const app = await createSharedApp({ env: { MODEL_MAX_REPLY_TOKENS: String(maxReplyTokens) } })
const character = await createCharacter(await app.signUp('author'), { name: 'Muriel', greeting: '' })
beforeEach(async () => {
  player = await app.signUp()
  Object.assign(app.upstream.pace, { firstTokenMs: 1, gapMs: 0, tokens: 8, firstWord: 0 })
  app.upstream.failure = null
})

const create = (greeting?: string) => player.begin(character.id, { ...(greeting && { greeting }) })
const open = (id: string) => player.conversation(id)
const send = (message: string, conversationId?: string) => player.chat(character.id, message, { conversationId })
const shown = async (id: string) => (await open(id)).messages.map(({ role, content }) => `${role}: ${content}`)
const lastRequest = () => app.upstream.lastMessages()

test('a conversation begins without messages, and its first message has nothing before it', async () => {
  const { conversation, messages, hasMore } = await create()
  expect({ messages, hasMore, count: conversation.messageCount }).toEqual({ messages: [], hasMore: false, count: 0 })
  const { response } = await send('Hello', conversation.id)
  expect(await shown(conversation.id)).toEqual(['user: Hello', `character: ${response}`])
  expect(lastRequest().filter(({ role }) => role !== 'system')).toMatchObject([{ role: 'user', content: 'Hello' }])
  expect(await player.get<Conversation[]>('/api/conversations')).toMatchObject([{ title: 'Hello', messageCount: 2 }])
})

test('an empty first message lets the character begin', async () => {
  const { conversation } = await create()
  const { response, userMessageId } = await send('', conversation.id)
  expect(userMessageId).toBeNull()
  expect(lastRequest().at(-1)?.content).toMatch(/Open a new conversation/)
  expect(await shown(conversation.id)).toEqual([`character: ${response}`])
  expect(await player.get<Conversation[]>('/api/conversations')).toMatchObject([{ title: 'Muriel', messageCount: 1 }])
})

test('a send that creates the conversation begins it without a greeting too', async () => {
  const said = await send('Good morning')
  expect(await shown(said.conversationId)).toEqual(['user: Good morning', `character: ${said.response}`])
  const begun = await send('')
  expect(await shown(begun.conversationId)).toEqual([`character: ${begun.response}`])
})

test('a reply that begins the conversation can be stopped, written again and continued like any other', async () => {
  const { conversation } = await create()
  const path = `/api/conversations/${conversation.id}/replies`
  Object.assign(app.upstream.pace, { firstTokenMs: 60_000 })
  const body = { characterId: character.id, message: '', conversationId: conversation.id }
  const stream = await player.stream('POST', '/api/chat', { body })
  const { messageId } = (await stream.take<ReplyEvents['turn']>()).data
  await player.post(`${path}/${messageId}/stop`)
  await stream.rest()
  expect(await shown(conversation.id)).toEqual([])

  Object.assign(app.upstream.pace, { firstTokenMs: 1 })
  const first = await send('', conversation.id)
  const second = await player.post<ChatResponse>(path, { messageId: first.messageId })
  expect(lastRequest().at(-1)?.content).toMatch(/Open a new conversation/)
  const { messages } = await open(conversation.id)
  expect(messages).toMatchObject([{ id: second.messageId, siblings: [first.messageId, second.messageId] }])

  Object.assign(app.upstream.pace, { firstTokenMs: 60_000 })
  const third = await player.stream('POST', path, { body: { messageId: second.messageId } })
  const stopped = (await third.take<ReplyEvents['turn']>()).data.messageId
  await player.post(`${path}/${stopped}/stop`)
  await third.rest()
  expect(await shown(conversation.id)).toEqual([`character: ${second.response}`])

  Object.assign(app.upstream.pace, { firstTokenMs: 1, tokens: maxReplyTokens * 2 })
  const cut = await send('')
  Object.assign(app.upstream.pace, { tokens: 4, firstWord: maxReplyTokens })
  const url = `/api/conversations/${cut.conversationId}/replies/${cut.messageId}/continue`
  expect(await player.request('POST', url, { length: cut.response.length })).toMatchObject({ status: 202 })
  await waitForReplies(app)
  const whole = (await open(cut.conversationId)).messages
  expect(whole).toMatchObject([{ id: cut.messageId, finish: 'stop' }])
  expect(whole[0]?.content.length).toBeGreaterThan(cut.response.length)
})

test('New Chat falls back to a generic hello, which is not marked as written by the client', async () => {
  app.upstream.failure = 'server-error'
  const request = { characterId: character.id, originalGreeting: '' }
  const { greeting } = await player.post<{ greeting: string }>('/api/new-chat-greeting', request)
  expect(greeting).toBe("Hello, I'm Muriel. What would you like to talk about?")
  for (const text of [greeting, greeting.replace('Muriel', '{{char}}')]) {
    const { conversation } = await create(text)
    expect(await shown(conversation.id)).toEqual([`character: ${greeting}`])
    expect(await app.rows('messages', { conversation_id: conversation.id }, 'is_seeded')).toEqual([{ is_seeded: 0 }])
  }
})
