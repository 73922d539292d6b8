import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ErrorBody } from '#shared/errors.ts'
import { createReplyFixture, type ReplyFixture, startReply } from '#tests/support/reply-fixture.ts'

/** With PostgreSQL and on a real disk it is `npm run test:abuse -- outages`. */
describe('a database that cannot grow', () => {
  let fixture: ReplyFixture

  beforeAll(async () => {
    fixture = await createReplyFixture()
  })
  afterAll(() => fixture?.app.close())

  const limitPages = (pages: number) =>
    sql`pragma max_page_count = ${sql.raw(String(pages))}`.execute(fixture.app.context.db)
  const fill = async () => {
    const { player, character } = fixture
    await limitPages(1)
    // The pages that are free are used up: then every write that needs another one fails.
    const body = { characterId: character.id, message: 'x'.repeat(3_900) }
    await expect.poll(async () => (await player.request('POST', '/api/chat', body)).status).toBe(503)
  }
  const free = () => limitPages(1_000_000)

  it('answers a send with 503, says what is known, and can be read', async () => {
    const { player, character } = fixture
    const { conversation } = await player.begin(character.id)
    await fill()
    const body = { characterId: character.id, conversationId: conversation.id, message: 'x'.repeat(3_900) }
    const refused = await player.request<ErrorBody>('POST', '/api/chat', {
      ...body,
      clientMessageId: '00000000-send-on-a-full-disk',
    })
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
      503,
      'storage_unavailable',
      '2',
    ])
    expect(refused.body.error).toContain('may not have been saved')
    expect((await player.request('GET', `/api/conversations/${conversation.id}`)).status).toBe(200)
    await free()
    expect(
      (await player.request('POST', '/api/chat', { ...body, clientMessageId: '00000000-send-on-a-full-disk' })).status,
    ).toBe(200)
  })

  it('ends a reply with an error and the status that it has once there is space again', async () => {
    const { app, player } = fixture
    const { stream, conversationId, messageId } = await startReply(fixture, { tokens: 1_000, gapMs: 1 })
    await fill()
    const live = app.liveReplies.find(messageId)
    const last = (await stream.rest()).at(-1)
    expect(last).toMatchObject({ event: 'error', data: { status: 'complete' } })
    expect(last?.data.userMessage).toContain('will save this reply')
    await free()
    await expect.poll(() => app.liveReplies.find(messageId)).toBeUndefined()
    const { messages } = await player.conversation(conversationId)
    expect(messages.at(-1)).toMatchObject({ status: 'complete', content: live?.text })
  })
})
