import { beforeEach, describe, expect, test } from 'vitest'
import { purgeConversations } from '#server/chat/purge/purge-conversations.ts'
import type { Character } from '#shared/characters.ts'
import { type Conversation, type ConversationPage, chatLimits } from '#shared/chat.ts'
import { type Client, createCharacter, createSharedApp } from '#tests/support/test-app.ts'

const greeting = '*The lamp turns.* "You are late."'

let player: Client
let character: Character

const app = await createSharedApp({ env: { FREE_DAILY_MESSAGES: '1000' } })
beforeEach(async () => {
  player = await app.signUp()
  character = await createCharacter(await app.signUp(), { greeting })
})

const create = (more: object = {}) => player.begin(character.id, more)
const read = (id: string) => player.conversation(id)
const sendMessage = (conversationId: string, message: string) => player.chat(character.id, message, { conversationId })
const list = (query = '') => player.get<Conversation[]>(`/api/conversations${query}`)
const chatCount = async () => (await player.get<Character>(`/api/characters/${character.id}`)).chatCount

describe('POST /api/conversations', () => {
  test('answers 201 with the body of GET /api/conversations/:id, which holds the greeting', async () => {
    const response = await player.request<ConversationPage>('POST', '/api/conversations', { characterId: character.id })
    expect(response.status).toBe(201)
    const { conversation, messages, hasMore } = response.body
    expect(conversation).toMatchObject({ characterId: character.id, title: 'Ada Quill', messageCount: 1 })
    expect(messages).toMatchObject([{ role: 'character', content: greeting, status: 'complete', parentId: null }])
    expect(hasMore).toBe(false)
    expect(await read(conversation.id)).toEqual(response.body)
  })

  test('begins with the greeting in the request, with its macros expanded', async () => {
    const { messages } = await create({ greeting: '  Good evening, {{user}}.\r\nI am {{char}}. ' })
    expect(messages[0]?.content).toBe(`Good evening, ${player.user?.username}.\nI am Ada Quill.`)
  })

  test('begins with the character’s greeting when the one in the request is blank', async () => {
    expect((await create({ greeting: ' \n ' })).messages[0]?.content).toBe(greeting)
  })

  test('offers the character’s other greetings as versions of the first message', async () => {
    const { id } = await createCharacter(player, {
      name: 'Captain Ilse',
      nickname: 'Ilse',
      greeting: 'Ahoy from {{char}}.',
      alternateGreetings: ['Late again.', 'Third bell.'],
      groupGreetings: ['All of you!'],
    })
    const { conversation, messages } = await create({ characterId: id })
    expect(messages).toMatchObject([{ content: 'Ahoy from Ilse.', siblings: expect.any(Array) }])
    const rows = await app.rows('messages', { conversation_id: conversation.id }, 'id', 'content', 'parent_id')
    expect(rows.map(({ content }) => content)).toEqual(['Ahoy from Ilse.', 'Late again.', 'Third bell.'])
    expect(messages[0]?.siblings).toEqual(rows.map((row) => row.id))
    const begun = await player.chat(id, 'Hello.')
    expect((await read(begun.conversationId ?? '')).messages.map(({ content }) => content)).toContain('Ahoy from Ilse.')
    const scene = await create({ characterId: id, participantIds: [character.id] })
    expect(scene.messages[0]?.content).toBe('All of you!')
    expect(scene.messages[0]?.siblings).toHaveLength(4)
  })
})

describe('a conversation without a message', () => {
  test('is not listed, found by search or counted as a chat', async () => {
    await create()
    expect(await list()).toEqual([])
    expect(await list(`?characterId=${character.id}`)).toEqual([])
    expect(await list('?search=Ada')).toEqual([])
    expect(await chatCount()).toBe(0)
  })

  test('is listed, named and counted once from its first message on', async () => {
    const { conversation } = await create()
    const response = await sendMessage(conversation.id, 'The first words')
    expect(response.conversationId).toBe(conversation.id)
    expect(await list()).toMatchObject([{ id: conversation.id, title: 'The first words', messageCount: 3 }])
    expect(await chatCount()).toBe(1)
    await sendMessage(conversation.id, 'The second words')
    expect(await list()).toMatchObject([{ id: conversation.id, title: 'The first words', messageCount: 5 }])
    expect(await chatCount()).toBe(1)
    const { messages } = await read(conversation.id)
    expect(messages.map(({ role }) => role)).toEqual(['character', 'user', 'character', 'user', 'character'])
  })

  test('keeps the title it was given before its first message', async () => {
    const { conversation } = await create()
    await player.request('PATCH', `/api/conversations/${conversation.id}`, { title: 'A storm' })
    await sendMessage(conversation.id, 'Hello')
    expect(await list()).toMatchObject([{ title: 'A storm' }])
  })

  test('starts when the character is asked to continue', async () => {
    const { conversation } = await create()
    await sendMessage(conversation.id, '')
    expect(await list()).toMatchObject([{ id: conversation.id, title: 'Ada Quill' }])
    expect(await chatCount()).toBe(1)
    const { messages } = await read(conversation.id)
    expect(messages.map(({ role }) => role)).toEqual(['character', 'character'])
  })

  test('is not started by a rejected turn', async () => {
    const { conversation } = await create()
    const other = await createCharacter(player, { name: 'Another' })
    const body = { characterId: other.id, conversationId: conversation.id, message: 'Hello' }
    expect((await player.request('POST', '/api/chat', body)).status).toBe(404)
    expect(await list()).toEqual([])
    expect(await chatCount()).toBe(0)
  })

  test('is deleted with the account of its character’s author', async () => {
    const author = await app.signUp()
    character = await createCharacter(author)
    const { conversation } = await create()
    await author.post('/api/auth/deletion', { password: 'quiet-harbor' })
    app.clock.advance(31 * 86_400_000)
    await app.restart()
    const { db } = app.context
    const byId = (table: 'characters' | 'conversations', id: string) =>
      db.selectFrom(table).select('id').where('id', '=', id).execute()
    await expect.poll(() => byId('characters', character.id)).toEqual([])
    expect(await byId('conversations', conversation.id)).toEqual([])
  })
})

describe('the purge', () => {
  const stored = async (id: string) => {
    const conversations = await app.rows('conversations', { id }, 'id')
    const messages = await app.rows('messages', { conversation_id: id }, 'id')
    return { conversations: conversations.length, messages: messages.length }
  }

  test('deletes a conversation without a message after a day, and no other', async () => {
    const unused = await create()
    const started = await create()
    await sendMessage(started.conversation.id, 'Hello')
    const withoutAddress = await player.chat(character.id, 'Hi')
    app.clock.advance(chatLimits.provisionalLifetime - 60_000)
    await purgeConversations(app.context)
    expect(await stored(unused.conversation.id)).toEqual({ conversations: 1, messages: 1 })
    app.clock.advance(60_001)
    const recent = await create()
    expect(await purgeConversations(app.context)).toBeGreaterThan(0)
    expect(await stored(unused.conversation.id)).toEqual({ conversations: 0, messages: 0 })
    expect(await stored(recent.conversation.id)).toEqual({ conversations: 1, messages: 1 })
    expect(await stored(started.conversation.id)).toEqual({ conversations: 1, messages: 3 })
    expect(await stored(withoutAddress.conversationId)).toEqual({ conversations: 1, messages: 3 })
    expect(await purgeConversations(app.context)).toBe(0)
  })
})
