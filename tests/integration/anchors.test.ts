import { expect, test } from 'vitest'
import type { ConversationPage } from '#shared/chat.ts'
import { createCharacter, createSharedApp } from '#tests/support/test-app.ts'

const app = await createSharedApp({
  env: { FREE_DAILY_MESSAGES: '1000' },
  upstream: { windowTokens: 4_096, tokens: 200 },
})
const player = await app.signUp()
// A memory that is written between two turns would change where the next prompt begins.
await player.put('/api/auth/memory', { enabled: false })
const characterId = (await createCharacter(player)).id

const newestPrompt = () => app.upstream.lastMessages()

/** The first message of the history in the newest prompt. */
const firstInPrompt = () => newestPrompt().find(({ role }) => role !== 'system')?.content ?? ''

const send = (message: string, conversationId?: string, to = characterId) =>
  player.chat(to, `${message}. ${'Tell me more about the harbour and its boats. '.repeat(8)}`, { conversationId })

test('after another branch was read, a reply’s prompt begins where the prompt before it on its own branch did', async () => {
  const { conversationId } = await send('Message 1')
  const url = `/api/conversations/${conversationId}`
  const readPage = () => player.get<ConversationPage>(`${url}?limit=200`)
  let begins = ''
  let horizon: string | undefined
  for (let turn = 2; turn <= 12 || begins === firstInPrompt(); turn += 1) {
    begins = firstInPrompt()
    const { messages } = await readPage()
    const { horizonId } = messages.at(-1) ?? {}
    horizon = messages.find(({ id }) => id === horizonId)?.content
    await send(`Message ${turn}`, conversationId)
  }
  begins = firstInPrompt()
  // The reply before said where the prompt would begin.
  expect(horizon).toBe(begins)
  const page = await readPage()
  const [greeting, , early] = page.messages
  const leafId = page.messages.at(-1)?.id
  await player.put(`${url}/leaf`, { messageId: early?.id, leafId, endHere: true })
  const aside = await send('Another way', conversationId)
  expect(firstInPrompt()).toBe(greeting?.content)

  await player.put(`${url}/leaf`, { messageId: leafId, leafId: aside.messageId })
  await send('Back again', conversationId)
  expect(firstInPrompt()).toBe(begins)
})

test('once its window has passed the greeting, a prompt carries the one that the chat began with', async () => {
  const [greeting, other] = ['The bell rings over the harbour.', 'The lamp turns on the rock.']
  const { id } = await createCharacter(player, { greeting, alternateGreetings: [other] })
  const body = { characterId: id, greeting: other }
  const { conversation } = await player.post<ConversationPage>('/api/conversations', body)
  await send('Message 1', conversation.id, id)
  expect(firstInPrompt()).toBe(other)
  for (let turn = 2; turn <= 12 && firstInPrompt() === other; turn += 1)
    await send(`Message ${turn}`, conversation.id, id)
  expect(firstInPrompt()).not.toBe(other)
  const prompt = JSON.stringify(newestPrompt())
  expect([prompt.includes(other), prompt.includes(greeting)]).toEqual([true, false])
})
