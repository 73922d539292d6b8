import { afterAll, expect, test } from 'vitest'
import { purgeConversations } from '#server/chat/purge/purge-conversations.ts'
import { type ChatResponse, chatLimits, type ReplyPrompt, type ReplyReceipt } from '#shared/chat.ts'
import { setAccountType } from '#tests/support/account-type.ts'
import { type Client, createCharacter, createTestApp } from '#tests/support/test-app.ts'

const signUpAdmin = async (name: string) => {
  const client = await app.signUp(name)
  await setAccountType(app, client, { accountType: 'admin' })
  return client
}

const app = await createTestApp()
const admin = await signUpAdmin('operating')
const character = await createCharacter(await app.signUp('author'))
afterAll(() => app.close())

const send = (client: Client, message: string) =>
  client.post<ChatResponse>('/api/chat', { characterId: character.id, message })
const read = (client: Client, { conversationId, messageId }: ChatResponse) =>
  client.request<ReplyPrompt>('GET', `/api/conversations/${conversationId}/replies/${messageId}/prompt`)
const countStored = async () => (await app.context.db.selectFrom('reply_prompts').selectAll().execute()).length

test('an admin reads what the model was sent for a reply of their own; others have no prompt stored', async () => {
  const reply = await send(admin, 'Good evening.')
  const { body, status } = await read(admin, reply)
  expect(status).toBe(200)
  expect(JSON.parse(body.body)).toEqual(app.upstream.requests.at(-1)?.body)
  expect(body.body).toContain('Good evening.')
  expect((await read(await signUpAdmin('another'), reply)).status).toBe(404)
  await send(await app.signUp(), 'Hello')
  expect(await countStored()).toBe(1)
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

test('a prompt is gone when a message of its conversation is removed, and after seven days', async () => {
  const [first, second] = [await send(admin, 'One'), await send(admin, 'Two')]
  const redact = app.context.db.updateTable('messages').set({ status: 'redacted', content: '' })
  await redact.where('id', '=', first.userMessageId ?? '').execute()
  expect((await read(admin, first)).status).toBe(404)
  expect((await read(admin, second)).status).toBe(200)
  app.clock.advance(chatLimits.promptsKept + 1)
  await purgeConversations(app.context)
  expect(await countStored()).toBe(0)
})
