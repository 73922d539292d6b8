import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ReportRequest, ReportResponse } from '#shared/moderation.ts'
import { type Client, createCharacter, createSharedApp } from '#tests/support/test-app.ts'

const hour = 3_600_000

const app = await createSharedApp()
const author = await app.signUp('author')
const reader = await app.signUp('reader')

const report = (reporter: Client, body: Omit<ReportRequest, 'note'> & { note?: unknown }) =>
  reporter.request<ReportResponse>('POST', '/api/reports', body)
const flagsOf = (targetId: string) =>
  app.context.db.selectFrom('flags').selectAll().where('target_id', '=', targetId).orderBy('created_at').execute()
const evidenceOf = (flag: { id: string } | undefined) =>
  app.rows('flag_evidence', { flag_id: flag?.id ?? '' }, 'content', 'hash')
const spamReportOn = (targetId: string) => ({ targetType: 'character', targetId, category: 'spam' }) as const

describe('reporting a character', () => {
  it('raises a flag with the character as it was at the time', async () => {
    const { id } = await createCharacter(author, { name: 'Ada Quill', personality: 'Sells lamps. Only lamps.' })
    const { status, body } = await report(reader, {
      ...spamReportOn(id),
      note: '  All of it is\r\nadvertising.\u0000 ',
    })
    expect(status).toBe(201)
    expect(body.report).toMatchObject({ targetType: 'character', targetId: id, category: 'spam' })
    await author.request('PUT', `/api/characters/${id}`, { personality: 'Quite changed.' })

    const [flag, ...others] = await flagsOf(id)
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
    const [evidence] = await evidenceOf(flag)
    const content = evidence?.content ?? ''
    expect(JSON.parse(content)).toMatchObject({ name: 'Ada Quill', personality: 'Sells lamps. Only lamps.' })
    expect(evidence?.hash).toBe(createHash('sha256').update(content).digest('hex'))
  })

  it('raises one flag for all reports of a category and counts one report per user', async () => {
    const { id } = await createCharacter(author, {})
    const reporters = await Promise.all(['ann', 'ben', 'cem', 'dot'].map((name) => app.signUp(name)))
    const responses = await Promise.all(
      [...reporters, ...reporters].map((reporter) => report(reporter, spamReportOn(id))),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201))
    expect(new Set(responses.map(({ body }) => body.report.id)).size).toBe(4)
    expect(await flagsOf(id)).toMatchObject([{ report_count: 4 }])
    const other = await report(reader, { ...spamReportOn(id), category: 'hate' })
    expect(other.status).toBe(201)
    expect((await flagsOf(id)).map(({ category }) => category).sort()).toEqual(['hate', 'spam'])
  })

  it('keeps the character as each report found it, and nobody can change that', async () => {
    const { id } = await createCharacter(author, { personality: 'First.' })
    await report(await app.signUp(), spamReportOn(id))
    await report(await app.signUp(), spamReportOn(id))
    await author.request('PUT', `/api/characters/${id}`, { personality: 'Second.' })
    await report(await app.signUp(), spamReportOn(id))
    const [flag, ...others] = await flagsOf(id)
    expect(others).toEqual([])
    expect(flag).toMatchObject({ report_count: 3, subject_id: author.id, due_at: (flag?.created_at ?? 0) + 72 * hour })
    const contents = (await evidenceOf(flag)).map(({ content }) => JSON.parse(content).personality)
    expect(contents).toEqual(['First.', 'Second.'])
    const change = app.change('flag_evidence', { flag_id: String(flag?.id) }, { content: '{}' })
    await expect(change).rejects.toThrow('update of flag_evidence is not allowed')
  })

  it('raises a new flag that refers to the previous one after that was decided', async () => {
    const { id } = await createCharacter(author, {})
    await report(reader, spamReportOn(id))
    const [first] = await flagsOf(id)
    await app.change('flags', { target_id: id }, { status: 'dismissed' })
    app.clock.advance(1000)
    await report(await app.signUp(), spamReportOn(id))
    expect(await flagsOf(id)).toMatchObject([
      { status: 'dismissed', report_count: 1 },
      { status: 'open', report_count: 1, previous_flag_id: first?.id },
    ])
  })

  it('returns 403 for one’s own character and 404 for an inaccessible one', async () => {
    const open = await createCharacter(author, {})
    const hidden = await createCharacter(author, { isPublic: false })
    expect((await report(author, spamReportOn(open.id))).status).toBe(403)
    expect((await report(reader, spamReportOn(hidden.id))).status).toBe(404)
    expect((await report(reader, spamReportOn('nobody'))).status).toBe(404)
    expect(await flagsOf(hidden.id)).toEqual([])
  })
})

describe('reporting a message', () => {
  it('stores the message with the surrounding messages', async () => {
    const { id: characterId } = await createCharacter(author, { greeting: 'Come in.' })
    const first = await reader.chat(characterId, 'Hello.')
    const { conversationId } = first
    const second = await reader.chat(characterId, 'Who are you?', { conversationId })
    const third = await reader.chat(characterId, 'I see.', { conversationId })

    const body = { targetType: 'message', targetId: second.messageId, category: 'threats' } as const
    expect((await report(author, body)).status).toBe(404)
    expect((await report(reader, body)).status).toBe(201)
    const [flag] = await flagsOf(second.messageId)
    const [stored] = await evidenceOf(flag)
    const evidence = JSON.parse(stored?.content ?? '')
    expect(flag?.severity).toBe(4)
    expect(evidence).toMatchObject({
      content: second.response,
      conversationId,
      characterId,
      contentRating: 'general',
      chatFilter: true,
    })
    const contents = (messages: { content: string }[]) => messages.map(({ content }) => content)
    expect(contents(evidence.surrounding.before).slice(-3)).toEqual(['Hello.', first.response, 'Who are you?'])
    expect(contents(evidence.surrounding.after)).toEqual(['I see.', third.response])
  })

  it('marks what the reporter’s client sent as the beginning of the conversation', async () => {
    const { id: characterId } = await createCharacter(author, {})
    const conversationHistory = [
      { role: 'user', content: 'Where do you live?' },
      { role: 'assistant', content: 'Forged words.' },
    ]
    const seeded = { characterId, message: 'And now?', conversationHistory }
    const { conversationId, messageId } = await reader.post<TurnResponse>('/api/chat', seeded)
    const greeting = 'A forged greeting.'
    const other = await reader.begin(characterId, { greeting })
    const page = await reader.conversation(conversationId)
    const targets = [page.messages[1]?.id, other.messages[0]?.id, messageId].map(String)
    const evidence = []
    for (const targetId of targets) {
      expect((await report(reader, { targetType: 'message', targetId, category: 'other' })).status).toBe(201)
      const [flag] = await flagsOf(targetId)
      const [stored] = await evidenceOf(flag)
      evidence.push({ summary: flag?.summary, ...JSON.parse(stored?.content ?? '') })
    }
    const summary = 'Something else: A message of “Ada Quill”'
    expect(evidence).toMatchObject([
      { summary: `${summary}, seeded by the reporter’s client`, content: 'Forged words.', seeded: true, edited: false },
      { summary: `${summary}, seeded by the reporter’s client`, content: greeting, seeded: true, edited: false },
      { summary, seeded: false },
    ])
    expect(evidence[2].surrounding.before).toEqual([
      { role: 'user', content: 'Where do you live?', seeded: true, edited: false },
      { role: 'character', content: 'Forged words.', seeded: true, edited: false },
      { role: 'user', content: 'And now?', seeded: false, edited: false },
    ])
    const reports = app.context.db.selectFrom('reports').select(['target_id', 'is_seeded'])
    const rows = await reports.where('target_id', 'in', targets).orderBy('id').execute()
    expect(rows.map((row) => row.is_seeded)).toEqual([1, 1, 0])
  })

  it('does not mark the character’s own greeting', async () => {
    const { id: characterId } = await createCharacter(author, { greeting: 'Ahoy, {{user}}.' })
    const created = [
      await reader.begin(characterId),
      await reader.begin(characterId, { greeting: 'Ahoy, {{user}}.' }),
      await reader.begin(characterId, { greeting: 'Ahoy, reader.' }),
    ]
    for (const { messages } of created) {
      expect(await app.row('messages', { id: String(messages[0]?.id) })).toMatchObject({ is_seeded: 0 })
    }
  })

  it('returns 404 for the user’s own message', async () => {
    const { id: characterId } = await createCharacter(author, {})
    const { userMessageId } = await reader.chat(characterId, 'My own words.')
    const body = { targetType: 'message', targetId: String(userMessageId), category: 'other' } as const
    expect((await report(reader, body)).status).toBe(404)
  })
})

it('reporting a user is possible for users with a public character, except for oneself', async () => {
  const writer = await app.signUp('writer')
  const body = { targetType: 'user', targetId: writer.user?.id ?? '', category: 'hate' } as const
  expect((await report(reader, body)).status).toBe(404)
  await createCharacter(writer, {})
  expect((await report(reader, body)).status).toBe(201)
  expect((await report(writer, body)).status).toBe(403)
  expect(await flagsOf(body.targetId)).toMatchObject([{ summary: 'Hate or harassment: User “writer”' }])
})

it('names the invalid field of a report', async () => {
  const { id } = await createCharacter(author, {})
  const invalid = [
    [{ ...spamReportOn(id), category: 'rude' }, 'category'],
    [{ ...spamReportOn(id), targetType: 'planet' }, 'targetType'],
    [{ ...spamReportOn(id), note: 'n'.repeat(2_001) }, 'note'],
  ] as const
  for (const [body, field] of invalid) {
    const response = await reader.request('POST', '/api/reports', body)
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({ code: 'validation_failed', fields: { [field]: expect.any(String) } })
  }
  expect((await report(reader, { ...spamReportOn(id), note: 'n'.repeat(2_000) })).status).toBe(201)
})

interface TurnResponse {
  conversationId: string
  messageId: string
  userMessageId: string
  response: string
}
