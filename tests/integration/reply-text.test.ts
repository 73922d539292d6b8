import { describe, expect, it } from 'vitest'
import type { ChatResponse, Conversation } from '#shared/chat.ts'
import type { ModelConnections } from '#shared/models.ts'
import { signUpAdmin } from '#tests/support/moderation.ts'
import { startScriptedUpstream, streamOf } from '#tests/support/scripted-upstream.ts'
import { createCharacter, createSharedApp, type StreamEvent, shared, waitForReplies } from '#tests/support/test-app.ts'

/** What the model says to the next requests, and why it ends. */
let said: string[] = []
let finish = 'stop'

const upstream = shared(
  await startScriptedUpstream(() => ({ body: streamOf(said.shift() ?? 'Nothing more to say.', finish) })),
)
const app = await createSharedApp({ env: { MODEL_BASE_URL: upstream.baseUrl, MODEL_NAME: 'scripted' } })
const player = await app.signUp('rowan_w')
await player.put('/api/auth/user/profile', { playerName: 'Sam' })
const character = await createCharacter(await app.signUp('author'))

/** Sends a message; returns the stored reply, and the text that a client of the stream has in the end. */
async function converse(...texts: string[]) {
  said = texts
  const body = { characterId: character.id, message: 'Hello' }
  const stream = await player.stream('POST', '/api/chat', { body })
  const events = await stream.rest()
  const conversationId = String(events[0]?.data.conversationId)
  await waitForReplies(app)
  const { messages } = await player.conversation(conversationId)
  const stored = messages.at(-1)
  expect(events.at(-1)).toMatchObject({ event: 'done', data: { response: stored?.content, finish: stored?.finish } })
  return { conversationId, messageId: stored?.id ?? '', text: stored?.content, finish: stored?.finish, events }
}

function shownText(events: StreamEvent[]): string {
  return events.reduce((text, { event, data }) => {
    if (event === 'replace') return String(data.text)
    return event === 'delta' ? text + String(data.text) : text
  }, '')
}

it.each([
  ['begins without the character’s name', 'Ada Quill: "You are late."', '"You are late."'],
  ['ends before the player’s words', '"You are late."\n\nSam: "I know."\n\nAda Quill: "Well."', '"You are late."'],
  ['ends before the words of the account', '"You are late."\n\nrowan_w: "I know."', '"You are late."'],
  ['ends before the words of a user', '"You are late."\n\n**User:** "I know."', '"You are late."'],
  ['does not contain thinking', '<think>The user is late. Be stern.</think>"You are late."', '"You are late."'],
  [
    'does not contain thinking without its first tag',
    'The user is late.</think>\n\n"You are late."',
    '"You are late."',
  ],
  [
    'does not contain a direction of the prompt',
    '"You are late." [Writing direction: Reply as Ada.]',
    '"You are late."',
  ],
])('a reply %s', async (_, spoken, expected) => {
  const reply = await converse(spoken)
  expect(reply.text?.trim()).toBe(expected)
  expect(shownText(reply.events).trim()).toBe(expected)
  expect(reply.finish).toBe('stop')
})

describe('a reply that is not whole', () => {
  it('ends with its last whole sentence at the maximum length', async () => {
    finish = 'length'
    const reply = await converse('"Come in. Mind the step. The lamp is')
    finish = 'stop'
    expect(reply).toMatchObject({ text: '"Come in. Mind the step."', finish: 'stop' })
  })

  it('is marked as cut where too little would be left, and then continued without a seam', async () => {
    finish = 'length'
    const reply = await converse('She walks slowly along the harbour wall and', 'wall and looks back. "Come along."')
    finish = 'stop'
    expect(reply).toMatchObject({ text: 'She walks slowly along the harbour wall and', finish: 'length' })
    const { conversationId, messageId, text = '' } = reply
    const url = `/api/conversations/${conversationId}/replies/${messageId}`
    await player.post(`${url}/continue`, { length: text.length })
    await waitForReplies(app)
    const { messages } = await player.conversation(conversationId)
    expect(messages.at(-1)).toMatchObject({ content: `${text} looks back. "Come along."`, finish: 'stop' })
  })

  it('says that the service withheld the rest', async () => {
    finish = 'content_filter'
    const reply = await converse('"I would rather not')
    finish = 'stop'
    expect(reply).toMatchObject({ text: '"I would rather not', finish: 'filter' })
  })
})

it('the expression that the model names is stored and not shown, and the words of a reply say it otherwise', async () => {
  const drawn = await createCharacter(player, { avatar: '/portraits/ada-quill.svg' })
  const newest = async (id: string) => (await player.conversation(id)).messages.at(-1)
  const isAsked = () => upstream.requests.at(-1)?.text.includes('[expression: ')
  said = ['*She laughs.* "You are late."\n\n[expression: anger]', '"You!" *She beams at you.* "Welcome home!"']
  const body = { characterId: drawn.id, message: 'Hello', showsExpressions: true }
  const stream = await player.stream('POST', '/api/chat', { body })
  const events = await stream.rest()
  const named = { content: '*She laughs.* "You are late."', expression: 'anger' }
  const done = { event: 'done', data: { response: named.content, expression: 'anger' } }
  expect(events.at(-1)).toMatchObject(done)
  expect(shownText(events).trim()).toBe(named.content)
  expect(isAsked()).toBe(true)
  const [conversationId = '', messageId = ''] = ['conversationId', 'messageId'].map((id) => String(events[0]?.data[id]))
  const url = `/api/conversations/${conversationId}`

  const other = await player.post<ChatResponse>(`${url}/replies`, { messageId })
  expect(isAsked()).toBe(false)
  expect(await newest(conversationId)).toMatchObject({ expression: 'joy' })
  await player.put(`${url}/leaf`, { messageId, leafId: other.messageId })
  expect(await newest(conversationId)).toMatchObject(named)
  // A continuation that adds nothing.
  said = ['']
  await player.post(`${url}/replies/${messageId}/continue`, { length: named.content.length })
  await waitForReplies(app)
  expect(await newest(conversationId)).toMatchObject({ ...named, status: 'interrupted' })

  const { conversation } = await player.post<{ conversation: Conversation }>(`${url}/copy`, { messageId })
  expect(await newest(conversation.id)).toMatchObject(named)
  const file = await (await player.raw(`${url}/export?format=json`)).text()
  const imported = await player.request<{ conversations: Conversation[] }>('POST', '/api/conversations/import', {
    characterId: drawn.id,
    text: file,
  })
  expect(await newest(imported.body.conversations[0]?.id ?? '')).toMatchObject(named)
  const edit = { content: '*A tear runs down her cheek.*', leafId: messageId }
  await player.post(`${url}/replies/${messageId}/edit`, edit)
  expect(await newest(conversationId)).toMatchObject({ expression: 'sadness' })
})

it('the model is asked again for an expression that it does not name, where admins want that', async () => {
  const { id: characterId } = await createCharacter(player, { avatar: '/portraits/ada-quill.svg' })
  const admin = await signUpAdmin(app, 'operator')
  const replyTo = async (...texts: string[]) => {
    said = texts
    const before = upstream.requests.length
    const body = { characterId, message: 'Hello', showsExpressions: true }
    const events = await (await player.stream('POST', '/api/chat', { body })).rest()
    return [events.at(-1)?.data.expression, upstream.requests.length - before]
  }
  const laughs = '*She laughs.* "You are late."'
  expect(await replyTo(laughs)).toEqual(['amusement', 1])
  await admin.put('/api/admin/settings', { expressionCalls: true })
  expect(await replyTo(laughs, 'Her face shows: **anger**.')).toEqual(['anger', 2])
  expect(upstream.requests.at(-1)?.text).toContain('You are late.')
  expect(await replyTo(`${laughs}\n\n[expression: anger]`)).toEqual(['anger', 1])
  expect(await replyTo(laughs, 'I cannot say.')).toEqual(['amusement', 2])
  await app.context.models.usage.save()
  const { connections } = await admin.get<ModelConnections>('/api/admin/models')
  expect(connections[0]?.figures.requests).toBe(upstream.requests.length)
})

it('a new greeting has neither a name nor thinking', async () => {
  said = ['<think>Short.</think>Ada Quill: *She looks up.* "Again?"']
  const body = { characterId: character.id, originalGreeting: 'Old' }
  const { greeting } = await player.post<{ greeting: string }>('/api/new-chat-greeting', body)
  expect(greeting).toBe('*She looks up.* "Again?"')
})
