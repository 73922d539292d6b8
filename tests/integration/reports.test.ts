import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReportRequest, ReportResponse } from '#shared/moderation.ts'
import { type Client, createCharacter, createTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let author: Client
let reader: Client

beforeAll(async () => {
  app = await createTestApp()
  author = await app.signUp('author')
  reader = await app.signUp('reader')
})
afterAll(() => app.close())

const report = (who: Client, asked: Omit<ReportRequest, 'note'> & { note?: unknown }) =>
  who.request<ReportResponse>('POST', '/api/reports', asked)
const flagsOn = (targetId: string) =>
  app.context.db.selectFrom('flags').selectAll().where('target_id', '=', targetId).orderBy('created_at').execute()
const onCharacter = (targetId: string) => ({ targetType: 'character', targetId, category: 'spam' }) as const

describe('reporting a character', () => {
  it('raises a flag with what was there at the time', async () => {
    const { id } = await createCharacter(author, { name: 'Ada Quill', personality: 'Sells lamps. Only lamps.' })
    const { status, body } = await report(reader, { ...onCharacter(id), note: '  All of it is\r\nadvertising.\u0000 ' })
    expect(status).toBe(201)
    expect(body.report).toMatchObject({ targetType: 'character', targetId: id, category: 'spam' })
    await author.request('PUT', `/api/characters/${id}`, { personality: 'Quite changed.' })

    const [flag, ...others] = await flagsOn(id)
    expect(others).toEqual([])
    expect(flag).toMatchObject({
      category: 'spam',
      severity: 2,
      status: 'open',
      report_count: 1,
      details: 'All of it is\nadvertising.',
      summary: 'Spam or advertising: Character “Ada Quill” by author',
      previous_flag_id: null,
    })
    expect(JSON.parse(flag?.evidence ?? '')).toMatchObject({
      name: 'Ada Quill',
      personality: 'Sells lamps. Only lamps.',
    })
    expect(flag?.evidence_hash).toBe(
      createHash('sha256')
        .update(flag?.evidence ?? '')
        .digest('hex'),
    )
  })

  it('is one flag for everyone who reports the same, and one report for each', async () => {
    const { id } = await createCharacter(author, {})
    const people = await Promise.all(['ann', 'ben', 'cem', 'dot'].map((name) => app.signUp(name)))
    const answers = await Promise.all([...people, ...people].map((who) => report(who, onCharacter(id))))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201))
    expect(new Set(answers.map(({ body }) => body.report.id)).size).toBe(4)
    expect(await flagsOn(id)).toMatchObject([{ report_count: 4 }])
    const other = await report(reader, { ...onCharacter(id), category: 'hate' })
    expect(other.status).toBe(201)
    expect((await flagsOn(id)).map(({ category }) => category).sort()).toEqual(['hate', 'spam'])
  })

  it('raises a new flag after the old one was decided, and points back at it', async () => {
    const { id } = await createCharacter(author, {})
    await report(reader, onCharacter(id))
    const [first] = await flagsOn(id)
    await app.context.db.updateTable('flags').set({ status: 'dismissed' }).where('target_id', '=', id).execute()
    app.clock.advance(1000)
    await report(await app.signUp(), onCharacter(id))
    expect(await flagsOn(id)).toMatchObject([
      { status: 'dismissed', report_count: 1 },
      { status: 'open', report_count: 1, previous_flag_id: first?.id },
    ])
  })

  it('is refused for one’s own, and unknown for what one cannot reach', async () => {
    const open = await createCharacter(author, {})
    const hidden = await createCharacter(author, { isPublic: false })
    expect((await report(author, onCharacter(open.id))).status).toBe(403)
    expect((await report(reader, onCharacter(hidden.id))).status).toBe(404)
    expect((await report(reader, onCharacter('nobody'))).status).toBe(404)
    expect(await flagsOn(hidden.id)).toEqual([])
  })
})

describe('reporting a line', () => {
  it('keeps the line with the scene around it', async () => {
    const { id: characterId } = await createCharacter(author, { greeting: 'Come in.' })
    const first = await reader.post<Said>('/api/chat', { characterId, message: 'Hello.' })
    const { conversationId } = first
    const second = await reader.post<Said>('/api/chat', { characterId, conversationId, message: 'Who are you?' })
    const third = await reader.post<Said>('/api/chat', { characterId, conversationId, message: 'I see.' })

    const asked = { targetType: 'message', targetId: second.messageId, category: 'threats' } as const
    expect((await report(author, asked)).status).toBe(404)
    expect((await report(reader, asked)).status).toBe(201)
    const [flag] = await flagsOn(second.messageId)
    const evidence = JSON.parse(flag?.evidence ?? '')
    expect(flag?.severity).toBe(4)
    expect(evidence).toMatchObject({
      line: second.response,
      conversationId,
      characterId,
      contentRating: 'general',
      chatFilter: true,
    })
    const lines = (around: { content: string }[]) => around.map(({ content }) => content)
    expect(lines(evidence.around.before).slice(-3)).toEqual(['Hello.', first.response, 'Who are you?'])
    expect(lines(evidence.around.after)).toEqual(['I see.', third.response])
  })

  it('is about what characters say, not about one’s own lines', async () => {
    const { id: characterId } = await createCharacter(author, {})
    const { userMessageId } = await reader.post<Said>('/api/chat', { characterId, message: 'My own words.' })
    const asked = { targetType: 'message', targetId: userMessageId, category: 'other' } as const
    expect((await report(reader, asked)).status).toBe(404)
  })
})

describe('reporting a person', () => {
  it('reaches those who published something, and not oneself', async () => {
    const writer = await app.signUp('writer')
    const asked = { targetType: 'user', targetId: writer.user?.id ?? '', category: 'hate' } as const
    expect((await report(reader, asked)).status).toBe(404)
    await createCharacter(writer, {})
    expect((await report(reader, asked)).status).toBe(201)
    expect((await report(writer, asked)).status).toBe(403)
    expect(await flagsOn(asked.targetId)).toMatchObject([{ summary: 'Hate or harassment: User “writer”' }])
  })
})

it('says what is wrong with a report', async () => {
  const { id } = await createCharacter(author, {})
  const wrong = [
    [{ ...onCharacter(id), category: 'rude' }, 'category'],
    [{ ...onCharacter(id), targetType: 'planet' }, 'targetType'],
    [{ ...onCharacter(id), note: 'n'.repeat(2_001) }, 'note'],
  ] as const
  for (const [body, field] of wrong) {
    const answer = await reader.request('POST', '/api/reports', body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'validation_failed', fields: { [field]: expect.any(String) } })
  }
  expect((await report(reader, { ...onCharacter(id), note: 'n'.repeat(2_000) })).status).toBe(201)
})

interface Said {
  conversationId: string
  messageId: string
  userMessageId: string
  response: string
}
