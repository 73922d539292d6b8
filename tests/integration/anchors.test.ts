import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChatResponse, ConversationPage } from '#shared/chat.ts'
import { type Client, createCharacter, createTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let player: Client
let characterId: string

beforeAll(async () => {
  app = await createTestApp({ env: { FREE_DAILY_MESSAGES: '1000' }, upstream: { windowTokens: 4_096, tokens: 200 } })
  player = await app.signUp()
  characterId = (await createCharacter(player)).id
})
afterAll(() => app.close())

/** The first message of the history in the newest prompt. */
function firstInPrompt(): string {
  const messages = app.upstream.requests.at(-1)?.body.messages as { role: string; content: string }[]
  return messages.find(({ role }) => role !== 'system')?.content ?? ''
}

const send = (message: string, conversationId?: string) =>
  player.post<ChatResponse>('/api/chat', {
    characterId,
    conversationId,
    message: `${message}. ${'Tell me more about the harbour and its boats. '.repeat(8)}`,
  })

test('after another branch was read, a reply’s prompt begins where the prompt before it on its own branch did', async () => {
  const { conversationId } = await send('Message 1')
  let begins = ''
  for (let turn = 2; turn <= 12 || begins === firstInPrompt(); turn += 1) {
    begins = firstInPrompt()
    await send(`Message ${turn}`, conversationId)
  }
  begins = firstInPrompt()
  const url = `/api/conversations/${conversationId}`
  const page = await player.get<ConversationPage>(`${url}?limit=200`)
  // The reply says where its prompt began.
  const { anchorId } = page.messages.at(-1) ?? {}
  expect(page.messages.find(({ id }) => id === anchorId)?.content).toBe(begins)
  const [greeting, , early] = page.messages
  const leafId = page.messages.at(-1)?.id
  await player.put(`${url}/leaf`, { messageId: early?.id, leafId, endHere: true })
  const aside = await send('Another way', conversationId)
  expect(firstInPrompt()).toBe(greeting?.content)

  await player.put(`${url}/leaf`, { messageId: leafId, leafId: aside.messageId })
  await send('Back again', conversationId)
  expect(firstInPrompt()).toBe(begins)
})
