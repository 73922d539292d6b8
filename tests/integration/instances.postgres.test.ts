import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ReplyRecovery } from '#server/chat/replies/recover.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Character } from '#shared/characters.ts'
import type { ChatResponse, ConversationPage } from '#shared/chat.ts'
import type { Invitation } from '#shared/invitations.ts'
import type { ReplyEvents } from '#shared/reply-events.ts'
import type { Site } from '#shared/site.ts'
import { createApiKey } from '#tests/support/create-api-key.ts'
import { countLockWaits } from '#tests/support/lock-waits.ts'
import { signUpAdmin } from '#tests/support/moderation.ts'
import { type Client, createCharacter, type TestApp, textOf } from '#tests/support/test-app.ts'
import { connections, startTwoInstances, type TwoInstances } from '#tests/support/two-instances.ts'

const day = 86_400_000
type TurnEvent = ReplyEvents['turn']

describe.each(connections)('two instances %s', (connection) => {
  /** What the database alone decides is tested without Redis. */
  const testOnce = (name: string, run: () => Promise<void>) => {
    if (connection === connections[0]) test(name, run)
  }
  let instances: TwoInstances
  let first: TestApp
  let second: TestApp
  let character: Character
  let player: Client
  /** The same user on the second instance. */
  let playerOnSecond: Client

  beforeAll(async () => {
    instances = await startTwoInstances(connection, { FREE_DAILY_MESSAGES: '1000' })
    ;({ first, second } = instances)
    player = await first.signUp('player')
    playerOnSecond = second.visitor()
    playerOnSecond.cookie = player.cookie
    character = await createCharacter(await first.signUp('author'))
  })
  afterAll(() => instances?.close())

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

  test('a setting that is changed on one instance is used on the other; the last use of an invitation is given once', async () => {
    const admin = await signUpAdmin(first)
    await admin.request('PUT', '/api/admin/settings', { registration: 'invitation' })
    const readSite = () => second.visitor().get<Site>('/api/site')
    await expect.poll(async () => (await readSite()).registration).toBe('invitation')
    const request = { note: '', maxUses: 1, days: null }
    const { invitations } = await admin.post<{ invitations: Invitation[] }>('/api/admin/invitations', request)
    const register = (app: TestApp, username: string) =>
      app.visitor().request('POST', '/api/auth/register', {
        ...{ username, password: 'quiet-harbor', invitation: invitations[0]?.token },
      })
    const answers = await Promise.all([first, second, first, second].map((app, n) => register(app, `guest ${n}`)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403, 403])
    await admin.request('PUT', '/api/admin/settings', { registration: 'open' })
    await expect.poll(async () => (await readSite()).registration).toBe('open')
  })

  testOnce('an API key that is revoked on one instance ends on the other, with its streams', async () => {
    const { id, key } = await createApiKey(first, player, { scope: 'chat' })
    const program = second.visitor()
    program.key = key
    const stream = await program.stream('GET', '/api/events')
    expect(await program.request('GET', '/api/conversations')).toMatchObject({ status: 200 })
    await player.request('DELETE', `/api/auth/keys/${id}`)
    expect(await program.request('GET', '/api/conversations')).toMatchObject({ status: 401 })
    await stream.rest()
  })

  testOnce('concurrent turns and versions on both instances never fork the path', async () => {
    for (const { upstream } of [first, second]) Object.assign(upstream.pace, { firstTokenMs: 1, gapMs: 0, tokens: 2 })
    const send = (client: Client, message: string, conversationId?: string) =>
      client.request<ChatResponse>('POST', '/api/chat', { characterId: character.id, message, conversationId })
    const begun = await send(player, 'Begin')
    const { conversationId } = begun.body
    let last = begun.body.messageId
    const accepted = ['Begin']
    for (let round = 0; round < 15; round++) {
      const clients = Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? player : playerOnSecond))
      const sends = clients.map(async (client, index) => {
        const message = `Round ${round}, ${index}`
        const response = await send(client, message, conversationId)
        if (response.status !== 200) return expect(response.status).toBe(409)
        accepted.push(message)
        last = response.body.messageId
      })
      const body = { messageId: last }
      const versions = [player, playerOnSecond].map((client) =>
        client.request('POST', `/api/conversations/${conversationId}/replies`, body),
      )
      await Promise.all([...sends, ...versions])
    }
    const sent = await first.rows('messages', { conversation_id: conversationId, role: 'user' })
    expect(sent.map(({ content }) => content).toSorted()).toEqual(accepted.toSorted())
    // Every message follows another one: two with the same parent would be a fork.
    expect(new Set(sent.map(({ parent_id }) => parent_id)).size).toBe(sent.length)
    expect(accepted.length).toBeGreaterThan(10)
  })

  /**
   * Locks a conversation as a turn of another instance does, waits until `request` waits for it, then changes the
   * conversation and commits. Returns the response.
   */
  async function whileLocked<T>(id: string, request: () => Promise<T>, change: (trx: Queryable) => Promise<unknown>) {
    const { db } = second.context
    let response: Promise<T> | undefined
    await db.transaction().execute(async (trx) => {
      await sql`select id from conversations where id = ${id} for update`.execute(trx)
      response = request()
      await expect.poll(() => countLockWaits(db)).toBeGreaterThan(0)
      await change(trx)
    })
    return response
  }

  testOnce('a turn that waited for another one follows its reply', async () => {
    Object.assign(first.upstream.pace, { firstTokenMs: 1, gapMs: 0, tokens: 2 })
    const { conversationId, messageId } = await player.chat(character.id, 'Hello')
    const { db, ids } = second.context
    const newest = ids.uuid()
    const send = () => player.chat(character.id, 'And?', { conversationId })
    const sent = await whileLocked(conversationId, send, async (trx) => {
      const reply = trx.selectFrom('messages').selectAll().where('id', '=', messageId)
      const row = { ...(await reply.executeTakeFirstOrThrow()), id: newest, parent_id: messageId, depth: 3 }
      await trx.insertInto('messages').values(row).execute()
      await trx.updateTable('conversations').set({ active_leaf_id: newest }).where('id', '=', conversationId).execute()
    })
    const message = db
      .selectFrom('messages')
      .select('parent_id')
      .where('id', '=', sent?.userMessageId ?? '')
    expect(await message.execute()).toEqual([{ parent_id: newest }])
  })

  testOnce('a version of a reply that was hidden meanwhile is refused', async () => {
    const { conversationId, messageId } = await player.chat(character.id, 'Hello')
    const regenerate = () => player.request('POST', `/api/conversations/${conversationId}/replies`, { messageId })
    const response = await whileLocked(conversationId, regenerate, (trx) =>
      trx.updateTable('messages').set({ hidden_at: 1 }).where('id', '=', messageId).execute(),
    )
    expect(response?.status).toBe(404)
  })

  test('stop reaches the generating instance from the other, with and without Redis', async () => {
    Object.assign(first.upstream.pace, { firstTokenMs: 5, gapMs: 20, tokens: 400 })
    const stream = await player.stream('POST', '/api/chat', { body: { characterId: character.id, message: 'Hi' } })
    const { conversationId, messageId } = (await stream.take<TurnEvent>()).data
    await stream.next()
    await playerOnSecond.post(`/api/conversations/${conversationId}/replies/${messageId}/stop`)
    expect((await stream.rest()).at(-1)).toMatchObject({ event: 'done', data: { status: 'interrupted' } })
  })

  test('a reader on the other instance is sent the end of a reply that was stopped before its first word', async () => {
    Object.assign(first.upstream.pace, { firstTokenMs: 60_000 })
    const stream = await player.stream('POST', '/api/chat', { body: { characterId: character.id, message: 'Hi' } })
    const { conversationId, messageId } = (await stream.take<TurnEvent>()).data
    const path = `/api/conversations/${conversationId}/replies/${messageId}`
    const reader = await playerOnSecond.stream('GET', `${path}/events`, { lastEventId: '0' })
    await player.post(`${path}/stop`)
    const stopped = [{ event: 'done', data: { status: 'interrupted', response: '' } }]
    expect(await stream.rest()).toMatchObject(stopped)
    expect(await reader.rest()).toMatchObject(stopped)
    Object.assign(first.upstream.pace, { firstTokenMs: 5 })
  })

  test('streams on one instance end with a session that the other one ends', async () => {
    Object.assign(first.upstream.pace, { firstTokenMs: 60_000 })
    const leaving = await first.signUp()
    const onSecond = second.visitor()
    onSecond.cookie = leaving.cookie
    const stream = await leaving.stream('POST', '/api/chat', { body: { characterId: character.id, message: 'Hi' } })
    const { conversationId, messageId } = (await stream.take<TurnEvent>()).data
    const streams = await Promise.all([
      onSecond.stream('GET', `/api/conversations/${conversationId}/replies/${messageId}/events`),
      onSecond.stream('GET', '/api/events'),
    ])
    await leaving.post('/api/auth/logout')
    for (const open of [stream, ...streams]) await open.rest()
  })

  testOnce('replies of a dead instance become interrupted, and those of a running instance do not', async () => {
    Object.assign(first.upstream.pace, { firstTokenMs: 5, gapMs: 20, tokens: 400 })
    const stream = await player.stream('POST', '/api/chat', { body: { characterId: character.id, message: 'Running' } })
    const running = (await stream.take<TurnEvent>()).data
    const orphanedStream = await player.stream('POST', '/api/chat', {
      body: { characterId: character.id, message: 'Orphaned' },
    })
    const orphaned = (await orphanedStream.take<TurnEvent>()).data
    // The state after a power cut: a row with the status `streaming` that no instance updates any more.
    await orphanedStream.next()
    first.liveReplies.find(orphaned.messageId)?.abortController.abort('stopped')
    await orphanedStream.rest()
    const { clock } = second.context
    // The dead instance's clock was a day ahead, and that of the running one is set back: neither matters.
    await second.change('messages', { id: orphaned.messageId }, { status: 'streaming', updated_at: clock.now() + day })
    first.clock.setBack(day)
    const savedAt = async () => (await second.row('messages', { id: running.messageId })).updated_at
    const recovery = new ReplyRecovery(second.context, second.liveReplies)
    expect(await recovery.sweep()).toBe(0)
    const before = await savedAt()
    while ((await savedAt()) === before) await sleep(50)
    second.clock.advance(5_000)
    expect(await recovery.sweep()).toBe(1)
    first.clock.setBack(-day)
    const { messages } = await playerOnSecond.conversation(orphaned.conversationId)
    expect(messages.at(-1)).toMatchObject({ id: orphaned.messageId, status: 'interrupted' })
    const page = await playerOnSecond.conversation(running.conversationId)
    expect(page.messages.at(-1)?.status).toBe('streaming')
    await player.post(`/api/conversations/${running.conversationId}/replies/${running.messageId}/stop`)
    await stream.rest()
  })

  test('a reader on the other instance is sent an error while the database is away', async () => {
    Object.assign(first.upstream.pace, { firstTokenMs: 5, gapMs: 20, tokens: 50 })
    const stream = await player.stream('POST', '/api/chat', { body: { characterId: character.id, message: 'Away' } })
    const { conversationId, messageId } = (await stream.take<TurnEvent>()).data
    const path = `/api/conversations/${conversationId}/replies/${messageId}/events`
    const reader = await playerOnSecond.stream('GET', path, { lastEventId: '0' })
    await instances.database.allowConnections?.(false)
    const errorWith = (status: RegExp) => ({
      event: 'error',
      data: {
        status: expect.stringMatching(status),
        refunded: false,
        userMessage: expect.stringContaining('storage'),
      },
    })
    const ends = (await Promise.all([stream.rest(), reader.rest()])).map((events) => events.at(-1))
    await instances.database.allowConnections?.(true)
    // Only the generating instance has the text that it will save; the reader may be sent it over Redis.
    expect(ends).toMatchObject([errorWith(/^complete$/), errorWith(/^(complete|interrupted)$/)])
    expect(ends[0]?.data).toMatchObject({ finish: 'stop' })
    // The generating instance saves the reply as soon as it can.
    const status = async () => {
      const page = await playerOnSecond.request<ConversationPage>('GET', `/api/conversations/${conversationId}`)
      return page.body.messages?.at(-1)?.status
    }
    await expect.poll(status).toBe('complete')
  })
})
