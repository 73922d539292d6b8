import { expect, test } from 'vitest'
import type { ChatResponse, ReplyReceipt } from '#shared/chat.ts'
import { type Client, createCharacter, createSharedApp } from '#tests/support/test-app.ts'

const app = await createSharedApp()
const author = await app.signUp('author')
const character = await createCharacter(author)

const send = (client: Client, message: string) => client.chat(character.id, message)
const read = (client: Client, { conversationId, messageId }: ChatResponse) =>
  client.get<ReplyReceipt>(`/api/conversations/${conversationId}/replies/${messageId}/receipt`)

test('an author and an admin read the request of a reply; a player does not while the definition is hidden', async () => {
  const reply = await send(author, 'Good evening.')
  const { request, isRequestHidden } = await read(author, reply)
  expect(request).toBe(JSON.stringify(app.upstream.requests.at(-1)?.body))
  expect(request).toContain('Good evening.')
  expect(isRequestHidden).toBe(false)
  const admin = await app.signUp('operating', { accountType: 'admin' })
  expect((await read(admin, await send(admin, 'And I?'))).request).toContain('And I?')
  const player = await app.signUp()
  const before = await countParts()
  const hidden = await read(player, await send(player, 'Hello'))
  expect(hidden).toMatchObject({ request: null, isRequestHidden: true, settings: { stream: true } })
  expect(await countParts()).toBe(before)
})

test('a request of a definition that its author has hidden since is hidden', async () => {
  await author.put(`/api/characters/${character.id}`, { isDefinitionPublic: true })
  const player = await app.signUp()
  const reply = await send(player, 'Hello')
  expect((await read(player, reply)).request).toContain('Hello')
  await author.put(`/api/characters/${character.id}`, { isDefinitionPublic: false })
  expect(await read(player, reply)).toMatchObject({ request: null, isRequestHidden: true })
})

test('a player reads what the prompt of a reply was made of, without its texts; nobody else does', async () => {
  const player = await app.signUp()
  const { conversationId, messageId } = await send(player, 'Good evening.')
  const url = `/api/conversations/${conversationId}/replies/${messageId}/receipt`
  const { status, body } = await player.request<ReplyReceipt>('GET', url)
  expect(status).toBe(200)
  expect(body).toMatchObject({ model: expect.any(String), remembered: [], contextTokens: expect.any(Number) })
  expect(body.sections.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['main', 'rules', 'description', 'history']),
  )
  expect(body.tokens).toBeGreaterThan(body.sections.reduce((sum, { tokens }) => sum + tokens, 0) * 0.9)
  expect((await (await app.signUp('other')).request('GET', url)).status).toBe(404)
})

test('a reply that was stopped has a receipt', async () => {
  Object.assign(app.upstream.pace, { firstTokenMs: 1, gapMs: 20, tokens: 500 })
  const body = { characterId: character.id, message: 'Tell me all.' }
  const stream = await author.stream('POST', '/api/chat', { body })
  const turn = (await stream.take<ChatResponse>()).data
  await stream.next()
  await author.request('POST', `/api/conversations/${turn.conversationId}/replies/${turn.messageId}/stop`)
  await stream.rest()
  expect((await read(author, turn)).request).toBe(JSON.stringify(app.upstream.requests.at(-1)?.body))
  Object.assign(app.upstream.pace, { gapMs: 0, tokens: 8 })
})

test('requests are gone when a message of their conversation is removed, and with the conversation', async () => {
  const [first, second] = [await send(author, 'One'), await send(author, 'Two')]
  await app.change('messages', { id: first.userMessageId ?? '' }, { status: 'redacted', content: '' })
  expect(await read(author, first)).toMatchObject({ request: null, isRequestHidden: false })
  expect((await read(author, second)).request).toContain('Two')
  await app.context.db.deleteFrom('conversations').where('id', '=', second.conversationId).execute()
  const left = app.context.db.selectFrom('request_parts').select('key')
  expect(await left.where('conversation_id', 'in', [first.conversationId, second.conversationId]).execute()).toEqual([])
})

const countParts = async () => (await app.rows('request_parts', {}, 'key')).length
