import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { galleryCacheTtl } from '#server/characters/gallery-cache.ts'
import type { CharacterSummary } from '#shared/characters.ts'
import type { ChatResponse } from '#shared/chat.ts'
import type { ReplyEvents } from '#shared/reply-events.ts'
import { createCharacter, createSharedApp } from '#tests/support/test-app.ts'

const day = 86_400_000
const onPostgres = process.env.TEST_DB === 'postgres'

const app = await createSharedApp({ env: { RATE_LIMITS: 'on' } })
const player = await app.signUp()
const character = await createCharacter(await app.signUp('author'))

const send = (conversationId?: string) =>
  player.request<ChatResponse>('POST', '/api/chat', { characterId: character.id, message: 'Hello.', conversationId })

describe.each([
  ['back', day],
  ['forward', -day],
])('after the clock was set %s by a day', (_, change) => {
  beforeAll(() => app.clock.setBack(change))
  afterAll(() => app.clock.setBack(-change))
  afterEach(() => Object.assign(app.upstream.pace, { gapMs: 0, tokens: 8 }))

  it('messages can be sent in an old conversation and in a new one', async () => {
    app.clock.setBack(-change)
    const { conversationId } = (await send()).body
    app.clock.setBack(change)
    expect((await send(conversationId)).status).toBe(200)
    expect((await send()).status).toBe(200)
  })

  it('a running reply can be stopped', async () => {
    Object.assign(app.upstream.pace, { gapMs: 20, tokens: 400 })
    const stream = await player.stream('POST', '/api/chat', { body: { characterId: character.id, message: 'Hi' } })
    const { conversationId, messageId } = (await stream.take<ReplyEvents['turn']>()).data
    await stream.next()
    await player.post(`/api/conversations/${conversationId}/replies/${messageId}/stop`)
    expect((await stream.rest()).at(-1)).toMatchObject({ event: 'done', data: { status: 'interrupted' } })
  })

  it('the gallery shows what another instance has changed', async () => {
    const name = `Seen after ${change}`
    const search = async () => {
      const found = await player.get<CharacterSummary[]>('/api/characters/public?search=Keeps&limit=100')
      return found.map((summary) => summary.name)
    }
    app.clock.setBack(-change)
    expect(await search()).not.toContain(name)
    app.clock.setBack(change)
    await app.change('characters', { id: character.id }, { name })
    app.clock.advance(galleryCacheTtl + 1)
    expect(await search()).toContain(name)
  })

  it('a limit ends when its time has passed', async () => {
    const create = () => player.request('POST', '/api/conversations', { characterId: character.id })
    app.clock.setBack(-change)
    while ((await create()).status !== 429);
    app.clock.setBack(change)
    app.clock.advance(60_000)
    expect((await create()).status).toBe(201)
  })
})

describe('a server that starts with a clock that was set back by a day', () => {
  /** A reply whose server was killed: its row was saved at a time that is yet to come. */
  async function abandonReply() {
    const { conversationId, messageId } = (await send()).body
    const { db, clock } = app.context
    const savedAt = clock.now()
    await app.change('messages', { id: messageId }, { status: 'streaming', updated_at: savedAt })
    const conversation = db.updateTable('conversations').where('id', '=', conversationId)
    await conversation.set({ running_reply_id: messageId }).execute()
    return conversationId
  }

  it.skipIf(onPostgres)('takes over the replies of the former process, so that messages can be sent', async () => {
    const conversationId = await abandonReply()
    app.clock.setBack(day)
    await app.restart()
    expect((await send(conversationId)).status).toBe(200)
    app.clock.setBack(-day)
  })

  it('keeps versions of a reply in the order in which they were made', async () => {
    const { conversationId, messageId } = (await send()).body
    app.clock.setBack(day)
    await app.restart()
    const again = await player.post<ChatResponse>(`/api/conversations/${conversationId}/replies`, { messageId })
    const { messages } = await player.conversation(conversationId)
    expect(messages.at(-1)).toMatchObject({ id: again.messageId, siblings: [messageId, again.messageId] })
    app.clock.setBack(-day)
  })
})
