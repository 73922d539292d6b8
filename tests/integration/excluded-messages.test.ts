import { afterAll, expect, test } from 'vitest'
import type { ConversationPage } from '#shared/chat.ts'
import { fillConversation } from '#tests/support/long-conversation.ts'
import { createMemoryApp } from '#tests/support/memory-app.ts'
import { createCharacter, waitForReplies } from '#tests/support/test-app.ts'

const { app, upstream, player, character, startConversation, send, memoryOf, waitForMemory, close } =
  await createMemoryApp()
const secret = 'The key is under the third stair.'

upstream.summarize = (request) =>
  `SUMMARY:\n${request.includes(secret) ? secret : 'Nothing is known of the key.'}\nFACTS:\n- The lamp is old. [1]`
afterAll(close)

const pageOf = (id: string) => player.conversation(id)
async function exclude(id: string, messageId: string, excluded: boolean): Promise<ConversationPage> {
  const leafId = (await pageOf(id)).messages.at(-1)?.id
  return player.put<ConversationPage>(`/api/conversations/${id}/messages/${messageId}/excluded`, { excluded, leafId })
}
/** What the model is sent with a message. */
async function promptOf(id: string, message: string): Promise<string> {
  upstream.requests.length = 0
  await send(id, message)
  return JSON.stringify(upstream.requests[0])
}

test('a message that is left out of the prompts stays in the story, and comes back', async () => {
  const id = await startConversation()
  const { userMessageId } = await send(id, secret)
  expect(await promptOf(id, 'Where is it?')).toContain(secret)

  const messageId = userMessageId ?? ''
  const { messages } = await exclude(id, messageId, true)
  expect(messages.map(({ content, excluded = false }) => excluded && content).filter(Boolean)).toEqual([secret])
  expect(await promptOf(id, 'And now?')).not.toContain(secret)

  await exclude(id, messageId, false)
  expect((await pageOf(id)).messages.some(({ excluded }) => excluded)).toBe(false)
  expect(await promptOf(id, 'Again?')).toContain(secret)
})

test('no character of a scene is given its text', async () => {
  const other = await createCharacter(player, { name: 'Ines' })
  const { conversation } = await player.begin(character.id, { participantIds: [other.id] })
  const { userMessageId } = await send(conversation.id, secret)
  // The other character may reply after the first.
  await waitForReplies(app)
  await exclude(conversation.id, userMessageId ?? '', true)
  expect(await promptOf(conversation.id, 'Where is it?')).not.toContain(secret)
})

test('the memory is written without it, and with it once it is back', async () => {
  const id = await startConversation()
  const messageId = (await send(id, secret)).userMessageId ?? ''
  await fillConversation(app.context, id, 23)
  await send(id, 'Good evening.')
  expect((await waitForMemory(id)).summary?.text).toBe(secret)

  await exclude(id, messageId, true)
  expect((await memoryOf(id)).summary).toBeNull()
  await send(id, 'Where is the key?')
  expect((await waitForMemory(id)).summary?.text).toBe('Nothing is known of the key.')
  expect(await promptOf(id, 'Third stair, is the key there?')).not.toContain(secret)

  await waitForMemory(id)
  await exclude(id, messageId, false)
  await send(id, 'Where is the key?')
  expect((await waitForMemory(id)).summary?.text).toBe(secret)
})
