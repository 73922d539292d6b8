import { afterAll, expect, test } from 'vitest'
import type { ChatResponse, ConversationPage } from '#shared/chat.ts'
import type { ConversationMemory, MemoryFact } from '#shared/memory.ts'
import { indexMessages } from '#tests/support/index-messages.ts'
import { fillConversation } from '#tests/support/long-conversation.ts'
import { createMemoryApp } from '#tests/support/memory-app.ts'
import { createCharacter, waitForReplies } from '#tests/support/test-app.ts'

const { app, upstream, player, waitForMemory, close } = await createMemoryApp()
afterAll(close)

/** Their prompts differ by their cards. */
const create = (name: string) => createCharacter(player, { name, definition: `CARD-OF-${name}.` })
const createSceneCharacters = async () => [await create('Ada'), await create('Ines')] as const

test('a character that joins late knows the scene note and what the player has told everybody, and no fact or summary of before', async () => {
  const [own, guest] = await createSceneCharacters()
  const { conversation } = await player.begin(own.id)
  const url = `/api/conversations/${conversation.id}`
  const { userMessageId } = await player.chat(own.id, 'I hid the key.', { conversationId: conversation.id })
  await player.put(`${url}/notes`, { scene: 'It is night on the quay.' })
  await player.post(`${url}/memory/facts`, { text: 'The ferry is late every day.', pinned: true })
  await player.post(`${url}/memory/facts`, { text: 'Sam has hidden the key.', pinned: true, sources: [userMessageId] })
  const leafId = (await player.get<ConversationPage>(url)).messages.at(-1)?.id
  await player.post(`${url}/participants`, { characterId: guest.id, leafId })
  const promptFor = async (speakerId: string | undefined) => {
    const body = { characterId: own.id, conversationId: conversation.id, message: 'Well?', speakerId }
    await player.post('/api/chat', body)
    await waitForReplies(app)
    return upstream.lastPrompt()
  }
  const theirs = await promptFor(guest.id)
  expect(theirs).toContain('CARD-OF-Ines.')
  expect(theirs).toContain('It is night on the quay.')
  expect(theirs).toContain('- The ferry is late every day.')
  expect(theirs).not.toContain('the key')
  expect(await promptFor(own.id)).toContain('- Sam has hidden the key.')
})

test('the sources of a fact name who said them: a character of the scene, or the persona of the player', async () => {
  const [own, guest] = await createSceneCharacters()
  const { conversation } = await player.begin(own.id, { participantIds: [guest.id], turnOrder: 'manual' })
  const url = `/api/conversations/${conversation.id}`
  const send = async (message: string, speakerId: string | undefined) => {
    const body = { characterId: own.id, conversationId: conversation.id, message, speakerId }
    const { userMessageId, messageId } = await player.post<ChatResponse>('/api/chat', body)
    await waitForReplies(app)
    return [userMessageId, messageId]
  }
  const asSelf = await send('I hid the key.', guest.id)
  const persona = await player.post<{ id: string }>('/api/personas', { name: 'Wilhelmina' })
  await player.put(`${url}/persona`, { personaId: persona.id })
  const asPersona = await send('I hid it well.', own.id)
  const sources = [...asSelf, ...asPersona]
  const { fact } = await player.post<{ fact: MemoryFact }>(`${url}/memory/facts`, { text: 'A key is hidden.', sources })
  expect(fact.sources.map(({ role, speaker }) => `${role} ${speaker}`).sort()).toEqual([
    'character Ada',
    'character Ines',
    'user Wilhelmina',
    'user undefined',
  ])
  expect((await player.get<ConversationMemory>(`${url}/memory`)).facts).toEqual([fact])
})

test('what was said before a character joined is in none of its prompts: no summary, no fact, no passage', async () => {
  const [own, guest] = await createSceneCharacters()
  const { conversation } = await player.begin(own.id)
  const { id } = conversation
  const url = `/api/conversations/${id}`
  const send = async (message: string, speakerId?: string) => {
    await player.chat(own.id, message, { conversationId: id, speakerId })
    await waitForReplies(app)
    return upstream.lastPrompt()
  }
  await send('I hid the brass key behind the stove.')
  await fillConversation(app.context, id, 23)
  await send('Good evening.')
  await waitForMemory(id)
  await fillConversation(app.context, id, 6)
  await indexMessages(app.context)
  const { messages } = await player.get<ConversationPage>(url)
  await player.post(`${url}/participants`, { characterId: guest.id, leafId: messages.at(-1)?.id })
  const remembered = [/The story so far: The story of/, /- Sam keeps bees\./, /I hid the brass key behind the stove\./]
  const found = (prompt: string) => remembered.map((part) => part.test(prompt))
  const theirs = [await send('Where is the brass key?', guest.id)]
  const last = (await player.get<ConversationPage>(url)).messages.at(-1)
  await player.post(`${url}/replies`, { messageId: last?.id })
  theirs.push(upstream.lastPrompt())
  for (const prompt of theirs) {
    expect(prompt).toContain('CARD-OF-Ines.')
    expect(found(prompt)).toEqual([false, false, false])
  }
  expect(found(await send('Where is the brass key?', own.id))).toEqual([true, true, true])
})
