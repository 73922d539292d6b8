import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recoverReplies } from '#server/chat/replies/recover.ts'
import type { Character } from '#shared/characters.ts'
import type { ConversationPage, ReplyEvents } from '#shared/chat.ts'
import { findRedis, type Redis, startRedis } from '#tests/support/redis.ts'
import { type Client, createCharacter, createTestApp, type TestApp, textOf } from '#tests/support/test-app.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts'

type TurnEvent = ReplyEvents['turn']

const ways = ['with the database alone', ...(findRedis() ? ['with Redis between them'] : [])]

describe.each(ways)('two instances, %s', (between) => {
  let database: TestDatabase
  let redis: Redis | undefined
  let one: TestApp
  let two: TestApp
  let character: Character
  let here: Client
  let there: Client

  beforeAll(async () => {
    database = await createTestDatabase()
    const shared = { ...database, drop: async () => {} }
    redis = between === 'with Redis between them' ? await startRedis() : undefined
    const env = { FREE_DAILY_MESSAGES: '1000', ...(redis ? { REDIS_URL: redis.url } : {}) }
    one = await createTestApp({ database: shared, env })
    two = await createTestApp({ database: shared, env })
    here = await one.signUp('player')
    there = two.visitor()
    there.cookie = here.cookie
    character = await createCharacter(await one.signUp('author'))
  })
  afterAll(async () => {
    await one?.close()
    await two?.close()
    await redis?.stop()
    await database?.drop()
  })

  test('a reply written by one is read along on the other, from any place, letter for letter', async () => {
    Object.assign(one.upstream.pace, { firstTokenMs: 5, gapMs: 10, tokens: 120 })
    const stream = await here.stream('POST', '/api/chat', { body: { characterId: character.id, message: 'Hi' } })
    const { conversationId, messageId } = (await stream.take<TurnEvent>()).data
    const path = `/api/conversations/${conversationId}/replies/${messageId}/events`
    const readers = await Promise.all([
      there.stream('GET', path),
      there.stream('GET', path, { lastEventId: '7' }),
      there.stream('GET', path, { lastEventId: '0' }),
    ])
    const [whole, ...others] = await Promise.all([stream.rest(), ...readers.map((reader) => reader.rest())])
    const text = textOf(whole)
    expect(text.length).toBeGreaterThan(100)
    expect(others.map(textOf)).toEqual([text, text.slice(7), text])
    for (const events of others) expect(events.at(-1)).toMatchObject({ event: 'done', data: { response: text } })
  })

  test('a second turn is refused on the other instance too', async () => {
    Object.assign(one.upstream.pace, { firstTokenMs: 5, gapMs: 20, tokens: 400 })
    const stream = await here.stream('POST', '/api/chat', { body: { characterId: character.id, message: 'Hi' } })
    const { conversationId, messageId } = (await stream.take<TurnEvent>()).data
    const body = { characterId: character.id, message: 'And?', conversationId }
    expect(await there.request('POST', '/api/chat', body)).toMatchObject({ status: 409, body: { messageId } })
    await here.post(`/api/conversations/${conversationId}/replies/${messageId}/stop`)
    await stream.rest()
  })

  test('stop reaches the instance that writes; from the other one it needs Redis', async () => {
    Object.assign(one.upstream.pace, { firstTokenMs: 5, gapMs: 20, tokens: 400 })
    const stream = await here.stream('POST', '/api/chat', { body: { characterId: character.id, message: 'Hi' } })
    const { conversationId, messageId } = (await stream.take<TurnEvent>()).data
    await stream.next()
    await (redis ? there : here).post(`/api/conversations/${conversationId}/replies/${messageId}/stop`)
    expect((await stream.rest()).at(-1)).toMatchObject({ event: 'done', data: { status: 'interrupted' } })
  })

  test('the replies of one that died become interrupted, and those of the living do not', async () => {
    Object.assign(one.upstream.pace, { firstTokenMs: 5, gapMs: 20, tokens: 400 })
    const stream = await here.stream('POST', '/api/chat', { body: { characterId: character.id, message: 'Living' } })
    const living = (await stream.take<TurnEvent>()).data
    const dead = await here.stream('POST', '/api/chat', { body: { characterId: character.id, message: 'Dead' } })
    const lost = (await dead.take<TurnEvent>()).data
    // What a power cut leaves behind: a row that says streaming, and nobody who writes it any more.
    one.liveReplies.find(lost.messageId)?.abortController.abort('stopped')
    await dead.rest()
    const { db, clock } = two.context
    await db
      .updateTable('messages')
      .set({ status: 'streaming', updated_at: clock.now() - 20_000 })
      .where('id', '=', lost.messageId)
      .execute()
    expect(await recoverReplies(two.context, two.liveReplies)).toBe(1)
    const { messages } = await there.get<ConversationPage>(`/api/conversations/${lost.conversationId}`)
    expect(messages.at(-1)).toMatchObject({ id: lost.messageId, status: 'interrupted' })
    const page = await there.get<ConversationPage>(`/api/conversations/${living.conversationId}`)
    expect(page.messages.at(-1)?.status).toBe('streaming')
    await here.post(`/api/conversations/${living.conversationId}/replies/${living.messageId}/stop`)
    await stream.rest()
  })
})
