import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recoverReplies } from '#server/chat/replies/recover.ts'
import type { Character } from '#shared/characters.ts'
import type { ConversationPage, ReplyEvents } from '#shared/chat.ts'
import { findRedis, type Redis, startRedis } from '#tests/support/redis.ts'
import { type Client, createCharacter, createTestApp, type TestApp, textOf } from '#tests/support/test-app.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts'

type TurnEvent = ReplyEvents['turn']

const connections = ['with only the database', ...(findRedis() ? ['with Redis'] : [])]

describe.each(connections)('two instances %s', (connection) => {
  let database: TestDatabase
  let redis: Redis | undefined
  let first: TestApp
  let second: TestApp
  let character: Character
  let player: Client
  /** The same user on the second instance. */
  let playerOnSecond: Client

  beforeAll(async () => {
    database = await createTestDatabase()
    const shared = { ...database, drop: async () => {} }
    redis = connection === 'with Redis' ? await startRedis() : undefined
    const env = { FREE_DAILY_MESSAGES: '1000', ...(redis ? { REDIS_URL: redis.url } : {}) }
    first = await createTestApp({ database: shared, env })
    second = await createTestApp({ database: shared, env })
    player = await first.signUp('player')
    playerOnSecond = second.visitor()
    playerOnSecond.cookie = player.cookie
    character = await createCharacter(await first.signUp('author'))
  })
  afterAll(async () => {
    await first?.close()
    await second?.close()
    await redis?.stop()
    await database?.drop()
  })

  test('a reply generated on one instance can be streamed from the other, from any position', async () => {
    Object.assign(first.upstream.pace, { firstTokenMs: 5, gapMs: 10, tokens: 120 })
    const stream = await player.stream('POST', '/api/chat', { body: { characterId: character.id, message: 'Hi' } })
    const { conversationId, messageId } = (await stream.take<TurnEvent>()).data
    const path = `/api/conversations/${conversationId}/replies/${messageId}/events`
    const readers = await Promise.all([
      playerOnSecond.stream('GET', path),
      playerOnSecond.stream('GET', path, { lastEventId: '7' }),
      playerOnSecond.stream('GET', path, { lastEventId: '0' }),
    ])
    const [whole, ...others] = await Promise.all([stream.rest(), ...readers.map((reader) => reader.rest())])
    const text = textOf(whole)
    expect(text.length).toBeGreaterThan(100)
    expect(others.map(textOf)).toEqual([text, text.slice(7), text])
    for (const events of others) expect(events.at(-1)).toMatchObject({ event: 'done', data: { response: text } })
  })

  test('a concurrent turn on the other instance returns 409', async () => {
    Object.assign(first.upstream.pace, { firstTokenMs: 5, gapMs: 20, tokens: 400 })
    const stream = await player.stream('POST', '/api/chat', { body: { characterId: character.id, message: 'Hi' } })
    const { conversationId, messageId } = (await stream.take<TurnEvent>()).data
    const body = { characterId: character.id, message: 'And?', conversationId }
    expect(await playerOnSecond.request('POST', '/api/chat', body)).toMatchObject({ status: 409, body: { messageId } })
    await player.post(`/api/conversations/${conversationId}/replies/${messageId}/stop`)
    await stream.rest()
  })

  test('stop reaches the generating instance; from the other instance it needs Redis', async () => {
    Object.assign(first.upstream.pace, { firstTokenMs: 5, gapMs: 20, tokens: 400 })
    const stream = await player.stream('POST', '/api/chat', { body: { characterId: character.id, message: 'Hi' } })
    const { conversationId, messageId } = (await stream.take<TurnEvent>()).data
    await stream.next()
    await (redis ? playerOnSecond : player).post(`/api/conversations/${conversationId}/replies/${messageId}/stop`)
    expect((await stream.rest()).at(-1)).toMatchObject({ event: 'done', data: { status: 'interrupted' } })
  })

  test('replies of a dead instance become interrupted, and those of a running instance do not', async () => {
    Object.assign(first.upstream.pace, { firstTokenMs: 5, gapMs: 20, tokens: 400 })
    const stream = await player.stream('POST', '/api/chat', { body: { characterId: character.id, message: 'Running' } })
    const running = (await stream.take<TurnEvent>()).data
    const orphanedStream = await player.stream('POST', '/api/chat', {
      body: { characterId: character.id, message: 'Orphaned' },
    })
    const orphaned = (await orphanedStream.take<TurnEvent>()).data
    // The state after a power cut: a row with the status `streaming` that no instance updates any more.
    first.liveReplies.find(orphaned.messageId)?.abortController.abort('stopped')
    await orphanedStream.rest()
    const { db, clock } = second.context
    await db
      .updateTable('messages')
      .set({ status: 'streaming', updated_at: clock.now() - 20_000 })
      .where('id', '=', orphaned.messageId)
      .execute()
    expect(await recoverReplies(second.context, second.liveReplies)).toBe(1)
    const { messages } = await playerOnSecond.get<ConversationPage>(`/api/conversations/${orphaned.conversationId}`)
    expect(messages.at(-1)).toMatchObject({ id: orphaned.messageId, status: 'interrupted' })
    const page = await playerOnSecond.get<ConversationPage>(`/api/conversations/${running.conversationId}`)
    expect(page.messages.at(-1)?.status).toBe('streaming')
    await player.post(`/api/conversations/${running.conversationId}/replies/${running.messageId}/stop`)
    await stream.rest()
  })
})
