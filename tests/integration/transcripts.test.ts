import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Character } from '#shared/characters.ts'
import type { ChatResponse, Conversation, ConversationPage } from '#shared/chat.ts'
import { type Client, createCharacter, createTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let player: Client
let character: Character

beforeAll(async () => {
  app = await createTestApp({ env: { FREE_DAILY_MESSAGES: '1000' } })
  player = await app.signUp('player')
  character = await createCharacter(await app.signUp('author'), { name: 'Ada “Ink” Quill' })
})
afterAll(() => app.close())

const exportAs = (id: string, format: string, client = player) =>
  client.raw(`/api/conversations/${id}/export?format=${format}`)
const textOf = async (id: string, format: string) => (await exportAs(id, format)).text()
const importText = (text: string, client = player) =>
  client.request<{ conversations: Conversation[] }>('POST', '/api/conversations/import', {
    characterId: character.id,
    text,
  })
const pathOf = async (id: string) => {
  const { messages } = await player.get<ConversationPage>(`/api/conversations/${id}`)
  return messages.map(({ role, content, status, siblings }) => ({ role, content, status, versions: siblings.length }))
}

/** A conversation of two turns; the first reply has a second version, below which the second turn is. */
async function chatWithVersions(): Promise<string> {
  const { conversationId, messageId } = await player.post<ChatResponse>('/api/chat', {
    characterId: character.id,
    message: 'Is the *ferry* late <again>?',
  })
  await (await player.stream('POST', `/api/conversations/${conversationId}/replies`, { body: { messageId } })).rest()
  await player.post<ChatResponse>('/api/chat', { characterId: character.id, conversationId, message: 'I will wait.' })
  return conversationId
}

test('a conversation that is exported and imported again has the same branches, in both lossless formats', async () => {
  const original = await chatWithVersions()
  const path = await pathOf(original)
  expect(path.map(({ versions }) => versions)).toEqual([1, 1, 2, 1, 1])
  for (const format of ['json', 'jsonl']) {
    const file = await textOf(original, format)
    const { status, body } = await importText(file)
    expect(status).toBe(201)
    const [copy] = body.conversations
    expect(copy).toMatchObject({ characterId: character.id, title: 'Is the *ferry* late <again>?', messageCount: 5 })
    expect(copy?.id).not.toBe(original)
    expect(await pathOf(copy?.id ?? '')).toEqual(path)
    expect(await textOf(copy?.id ?? '', format)).toBe(file)
  }
})

test('an imported conversation is listed and found, goes on, and takes no message of the day', async () => {
  const first = await player.post<ChatResponse>('/api/chat', { characterId: character.id, message: 'Hello.' })
  const chat = [
    { user_name: 'Sam', character_name: 'Ada' },
    { is_user: false, mes: 'You came.' },
    { is_user: true, mes: 'Through the marsh, by lantern.' },
  ]
  const { body } = await importText(chat.map((line) => JSON.stringify(line)).join('\n'))
  const id = body.conversations[0]?.id ?? ''
  const [found] = await player.get<Conversation[]>('/api/conversations?search=marsh')
  expect(found?.id).toBe(id)
  const reply = await player.post<ChatResponse>('/api/chat', { characterId: character.id, conversationId: id })
  expect(reply.response.length).toBeGreaterThan(0)
  expect(reply.messagesLeft).toBe((first.messagesLeft ?? 0) - 1)
  expect((await pathOf(id)).map(({ role }) => role)).toEqual(['character', 'user', 'character'])
  const rows = await app.context.db
    .selectFrom('messages')
    .select(['is_seeded'])
    .where('conversation_id', '=', id)
    .orderBy('depth')
    .execute()
  expect(rows.map(({ is_seeded }) => is_seeded)).toEqual([1, 1, 0])
})

test('the page and the Markdown have the active path, and the text of no one is markup', async () => {
  const id = await chatWithVersions()
  const page = await exportAs(id, 'html')
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page.headers.get('content-disposition')).toMatch(
    /^attachment; filename="Ada _Ink_ Quill \d{4}-\d\d-\d\d\.html"; filename\*=UTF-8''Ada%20%E2%80%9CInk%E2%80%9D%20Quill/,
  )
  const html = await page.text()
  expect(html).toContain('Is the <em>ferry</em> late &lt;again>?')
  expect(html.match(/<article>/g)).toHaveLength(5)
  const markdown = await textOf(id, 'markdown')
  expect(markdown).toContain('Is the *ferry* late <again>?')
})

test('a file that cannot be read, is too long or breaks the rules is refused with words, and nothing is stored', async () => {
  const count = async () => (await player.get<Conversation[]>('/api/conversations?limit=100')).length
  const before = await count()
  expect(await importText('hello')).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('SillyTavern') },
  })
  const header = '{"user_name":"Sam","character_name":"Ada"}'
  const long = `${header}\n${JSON.stringify({ is_user: true, mes: 'x'.repeat(40_001) })}`
  expect(await importText(long)).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('40,000 characters') },
  })
  const many = `${header}\n${'{"is_user":true,"mes":"x"}\n'.repeat(20_001)}`
  expect(await importText(many)).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('20,000 messages') },
  })
  expect((await importText('x'.repeat(8_000_001))).status).toBe(400)
  expect((await player.request('GET', `/api/conversations/${before}/export?format=pdf`)).status).toBe(400)
  expect(await count()).toBe(before)
})
