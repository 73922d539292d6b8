import { afterAll, expect, test } from 'vitest'
import type { Conversation } from '#shared/chat.ts'
import { createMemoryApp } from '#tests/support/memory-app.ts'
import { createCharacter } from '#tests/support/test-app.ts'

const { app, upstream, player, character, startConversation, send, close } = await createMemoryApp()
const mara = await createCharacter(player, { name: 'Mara Voss', definition: 'MARA-CARD', isPublic: false })
afterAll(close)

const give = (id: string, characterId = mara.id, client = player) =>
  client.request<{ conversation: Conversation }>('PUT', `/api/conversations/${id}/character`, { characterId })
async function promptOf(conversationId: string, message: string): Promise<string> {
  upstream.requests.length = 0
  await player.chat(mara.id, message, { conversationId })
  return JSON.stringify(upstream.requests[0])
}

test('a conversation is given to another character, with its memory', async () => {
  const id = await startConversation()
  await send(id, 'The key is under the stair.')
  const url = `/api/conversations/${id}/memory/facts`
  const { messages } = await player.conversation(id)
  await player.post(url, { text: 'Sam keeps bees.', sources: [messages.at(-1)?.id] })

  const { status, body } = await give(id)
  expect(status).toBe(200)
  expect(body.conversation).toMatchObject({ characterId: mara.id, characterName: 'Mara Voss' })
  const found = await player.get<Conversation[]>('/api/conversations?search=mara')
  expect(found.map((conversation) => conversation.id)).toEqual([id])
  const prompt = await promptOf(id, 'Where is it?')
  for (const known of ['MARA-CARD', 'The key is under the stair.']) expect(prompt).toContain(known)
  expect(await app.rows('memory_facts', { conversation_id: id }, 'audience')).toEqual([
    { audience: JSON.stringify([mara.id]) },
  ])
})

test('in a scene it takes the place of the character before', async () => {
  const ines = await createCharacter(player, { name: 'Ines' })
  const { conversation } = await player.begin(character.id, { participantIds: [ines.id], turnOrder: 'manual' })
  await send(conversation.id, 'The key is under the stair.')
  expect(await give(conversation.id, ines.id)).toMatchObject({
    status: 400,
    body: { error: 'Ines is in this scene already.' },
  })
  expect((await give(conversation.id)).status).toBe(200)
  const page = await player.conversation(conversation.id)
  expect(page.scene?.participants.map(({ characterId }) => characterId)).toEqual([mara.id, ines.id])
  expect(page.messages.every(({ audience }) => audience?.includes(mara.id))).toBe(true)
  expect(await promptOf(conversation.id, 'Where is it?')).toContain('The key is under the stair.')
})

test('a character that may not say what was said is refused, and one of somebody else is not found', async () => {
  const premium = await app.signUp(undefined, { accountType: 'premium' })
  const { conversation } = await premium.begin(character.id)
  const { id } = conversation
  await premium.chat(character.id, 'Make it an erotic scene.', { conversationId: id })
  const lily = await createCharacter(premium, { name: 'Lily', description: 'Lily is 12 years old.', isPublic: false })
  expect(await give(id, lily.id, premium)).toMatchObject({ status: 422, body: { policy: { category: 'minors' } } })
  expect((await give(id, mara.id, premium)).status).toBe(404)
  expect((await premium.conversation(id)).conversation.characterId).toBe(character.id)
})
