import { describe, expect, it } from 'vitest'
import { type NewFlag, raiseFlag } from '#server/moderation/raise-flag.ts'
import type { Conversation } from '#shared/chat.ts'
import { type Flag, flagLimits } from '#shared/flags.ts'
import type { SuspensionResponse } from '#shared/moderation.ts'
import { downloadAccountData } from '#tests/support/account-data.ts'
import {
  act,
  listFlags,
  listOwnDecisions,
  listOwnReports,
  raiseReport,
  readFlag,
  signUpAdmin,
} from '#tests/support/moderation.ts'
import { type Client, createCharacter, createSharedApp } from '#tests/support/test-app.ts'

const app = await createSharedApp()
const admin = await signUpAdmin(app, 'Mora')
const colleague = await signUpAdmin(app, 'colleague')
const author = await app.signUp('author')
const reader = await app.signUp('reader')

const isInGallery = async (id: string) => {
  const list = await reader.get<{ id: string }[]>('/api/characters/public?sort=new&limit=100')
  return list.some((character) => character.id === id)
}
async function reportedCharacter(fields: Record<string, unknown> = {}) {
  const character = await createCharacter(author, fields)
  const flagId = await raiseReport(app, reader, { type: 'character', id: character.id })
  return { id: character.id, flagId }
}
const auditOf = (targetId: string) => app.rows('audit_entries', { target_id: targetId })

describe('approving a flag about a character', () => {
  it('removes it from the gallery at once, for its author too, and can be appealed', async () => {
    const { id, flagId } = await reportedCharacter({ name: 'Lamp Seller' })
    expect(await isInGallery(id)).toBe(true)
    const { body } = await act(admin, flagId, { action: 'approve', notes: 'Only advertising.' })
    expect(body.flag).toMatchObject({
      status: 'resolved',
      effect: 'character_removed',
      decision: { by: { name: 'Mora' } },
    })
    expect(body.audit).toMatchObject({ action: 'approve', targetType: 'flag', targetId: flagId })
    expect(await isInGallery(id)).toBe(false)
    for (const client of [reader, author]) {
      expect((await client.request('POST', '/api/chat', { characterId: id, message: 'Hi' })).status).toBe(404)
    }
    expect(await author.get(`/api/characters/${id}`)).toMatchObject({ isPublic: false })
    const publish = await author.request('PUT', `/api/characters/${id}`, { isPublic: true })
    expect(publish).toMatchObject({ status: 403, body: { code: 'removed_by_moderators' } })
    expect((await author.request('PUT', `/api/characters/${id}`, { description: 'Sells nothing.' })).status).toBe(200)

    expect((await listOwnReports(reader))[0]).toMatchObject({
      targetId: id,
      targetName: 'Lamp Seller',
      outcome: 'action_taken',
    })
    const { decisions, strikes } = await listOwnDecisions(author)
    expect(strikes).toBeGreaterThan(0)
    const [decision] = decisions
    expect(decision).toMatchObject({ id: flagId, effect: 'character_removed', isStrike: true, appeal: 'possible' })
    // Nothing of the reporter, the moderator and their notes.
    expect(JSON.stringify(decisions)).not.toMatch(/reader|Mora|Only advertising/)
    expect((await reader.request('POST', '/api/appeals', { flagId, text: 'Not mine.' })).status).toBe(404)

    const appealed = await author.request('POST', '/api/appeals', { flagId, text: 'It is <b>art</b>.' })
    expect(appealed).toMatchObject({ status: 201, body: { decision: { id: flagId, appeal: 'under_review' } } })
    const again = await author.request('POST', '/api/appeals', { flagId, text: 'Again.' })
    expect(again).toMatchObject({ status: 409, body: { code: 'not_appealable' } })
    const [appeal] = await listFlags(admin, `?targetId=${id}&category=appeal`)
    expect(appeal).toMatchObject({
      source: 'appeal',
      previousFlagId: flagId,
      details: 'It is <b>art</b>.',
      severity: 3,
    })

    // The moderator sees the decision, with its note and evidence, beside the appeal.
    expect(await readFlag(colleague, appeal?.id ?? '')).toMatchObject({
      appealed: {
        flag: { id: flagId },
        evidence: [{ content: { name: 'Lamp Seller' } }],
        actions: [{ action: 'approve', note: 'Only advertising.' }],
      },
    })
    expect(await readFlag(colleague, flagId)).toMatchObject({ appealed: null })
    const appealId = appeal?.id ?? ''
    expect(await act(admin, appealId, { action: 'approve' })).toMatchObject({
      status: 403,
      body: { code: 'own_decision' },
    })
    expect((await act(colleague, appealId, { action: 'approve' })).body.flag).toMatchObject({ effect: 'reversed' })
    expect(await isInGallery(id)).toBe(true)
    expect((await readFlag(admin, flagId)).flag).toMatchObject({ status: 'resolved', reversedAt: expect.any(Number) })
    expect((await listOwnDecisions(author)).decisions[0]).toMatchObject({
      appeal: 'granted',
      isStrike: false,
    })
    expect((await listOwnReports(reader))[0]).toMatchObject({ outcome: 'reversed' })
  })

  it('keeps it removed while another decision stands; they can be appealed at the same time, each once', async () => {
    const { id, flagId } = await reportedCharacter()
    const other = await raiseReport(app, await app.signUp(), { type: 'character', id }, { category: 'hate' })
    for (const flag of [flagId, other]) await act(admin, flag, { action: 'approve' })
    const send = (flag: string) => author.request('POST', '/api/appeals', { flagId: flag, text: 'Please look again.' })
    const answers = await Promise.all([flagId, flagId, flagId, other, other].map(send))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409])
    const appeals = await listFlags(colleague, `?targetId=${id}&category=appeal`)
    expect(new Set(appeals.map(({ previousFlagId }) => previousFlagId))).toEqual(new Set([flagId, other]))
    for (const [index, appeal] of appeals.entries()) {
      await act(colleague, appeal.id, { action: 'approve' })
      expect(await isInGallery(id)).toBe(index === 1)
    }
  })

  it('a rejected appeal leaves it removed and cannot be repeated, and 20 days later none is possible', async () => {
    const { id, flagId } = await reportedCharacter()
    await act(admin, flagId, { action: 'approve' })
    await author.post('/api/appeals', { flagId, text: 'Please look again.' })
    const [appeal] = await listFlags(admin, `?targetId=${id}&category=appeal`)
    await act(colleague, appeal?.id ?? '', { action: 'dismiss' })
    expect(await isInGallery(id)).toBe(false)
    expect((await author.request('POST', '/api/appeals', { flagId, text: 'Again.' })).status).toBe(409)
    const { id: late, flagId: lateFlag } = await reportedCharacter()
    await act(admin, lateFlag, { action: 'approve' })
    await app.change('flags', { id: lateFlag }, { decided_at: app.clock.now() - 21 * 86_400_000 })
    const { decisions } = await listOwnDecisions(author)
    expect(decisions.find((decision) => decision.targetId === id)?.appeal).toBe('rejected')
    expect(decisions.find((decision) => decision.targetId === late)?.appeal).toBe('too_late')
  })

  it('records no effect when the character is gone, and the strike can be appealed', async () => {
    const { id, flagId } = await reportedCharacter()
    expect(await readFlag(admin, flagId)).toMatchObject({ isTargetDeleted: false })
    await app.context.db.deleteFrom('characters').where('id', '=', id).execute()
    expect(await readFlag(admin, flagId)).toMatchObject({ isTargetDeleted: true })
    expect((await act(admin, flagId, { action: 'approve' })).body.flag).toMatchObject({
      status: 'resolved',
      effect: 'none',
    })
    const { decisions } = await listOwnDecisions(author)
    expect(decisions[0]).toMatchObject({ id: flagId, effect: 'none', isStrike: true, appeal: 'possible' })
    expect((await author.request('POST', '/api/appeals', { flagId, text: 'It was a joke.' })).status).toBe(201)
  })

  it('removes one that its author has deleted, for when it is restored', async () => {
    const writer = await app.signUp()
    const { id } = await createCharacter(writer)
    const flagId = await raiseReport(app, reader, { type: 'character', id })
    await writer.request('DELETE', `/api/characters/${id}`)
    expect(await readFlag(admin, flagId)).toMatchObject({ isTargetDeleted: true })
    await act(admin, flagId, { action: 'approve' })
    expect((await writer.request('POST', `/api/characters/${id}/restore`)).status).toBe(200)
    expect(await isInGallery(id)).toBe(false)
  })
})

it('approving a flag about a message removes its text from the conversation and from later prompts', async () => {
  const { id: characterId } = await createCharacter(author)
  const sent = await reader.chat(characterId, 'Hello.')
  const flagId = await raiseReport(app, reader, { type: 'message', id: sent.messageId }, { category: 'hate' })
  expect((await act(admin, flagId, { action: 'approve' })).body.flag).toMatchObject({
    effect: 'message_redacted',
    subject: null,
  })
  const read = async () =>
    (await reader.conversation(sent.conversationId)).messages.find(({ id }) => id === sent.messageId)
  expect(await read()).toMatchObject({ status: 'redacted', content: '' })
  const { evidence } = await readFlag(admin, flagId)
  expect(evidence[0]?.content).toMatchObject({ content: sent.response })
  expect(
    await reader.request('POST', '/api/chat', { characterId, message: 'And?', conversationId: sent.conversationId }),
  ).toMatchObject({ status: 200 })
  expect(JSON.stringify(app.upstream.requests.at(-1)?.body)).not.toContain(sent.response)
})

/** Copies the conversation up to a message. Returns the copies of the conversation and the message. */
async function copyTo(client: Client, { conversationId, messageId }: { conversationId: string; messageId: string }) {
  const path = `/api/conversations/${conversationId}/copy`
  const { conversation } = await client.post<{ conversation: Conversation }>(path, { messageId })
  const { messages } = await client.conversation(conversation.id)
  return { conversationId: conversation.id, messageId: messages.at(-1)?.id ?? '' }
}

describe('a flag that the server raises', () => {
  const raise = (flag: Pick<NewFlag, 'targetType' | 'targetId' | 'subjectId'> & Partial<NewFlag>) =>
    app.context.transact((trx) =>
      raiseFlag(app.context, trx, {
        targetName: 'Ada',
        category: 'threats',
        source: 'policy',
        summary: 'A rule matched',
        details: 'rule-7',
        evidence: { rule: 'rule-7' },
        ...flag,
      }),
    )

  it('about a user’s message gives a strike, and a granted appeal brings the text back', async () => {
    const player = await app.signUp()
    const { id: characterId } = await createCharacter(author)
    const message = 'Words that a rule matched.'
    const sent = await player.chat(characterId, message)
    const { id } = await raise({ targetType: 'message', targetId: String(sent.userMessageId), subjectId: player.id })
    const read = async () =>
      (await player.conversation(sent.conversationId)).messages.find((shown) => shown.id === sent.userMessageId)
    await act(admin, id, { action: 'approve' })
    expect(await read()).toMatchObject({ status: 'redacted', content: '' })
    expect(await listOwnDecisions(player)).toMatchObject({ strikes: 1, decisions: [{ effect: 'message_redacted' }] })
    await player.post('/api/appeals', { flagId: id, text: 'A quotation.' })
    const [appeal] = await listFlags(admin, `?targetId=${sent.userMessageId}&category=appeal`)
    await act(colleague, appeal?.id ?? '', { action: 'approve' })
    expect(await read()).toMatchObject({ status: 'complete', content: message })
  })

  it('about a copied message removes and restores the original and all copies', async () => {
    const player = await app.signUp()
    const { id: characterId } = await createCharacter(author)
    const original = await player.chat(characterId, 'Hello.')
    const { response: text } = original
    const copy = await copyTo(player, original)
    const copyOfCopy = await copyTo(player, copy)
    const countText = async () => {
      const download = JSON.stringify(await downloadAccountData(player))
      const list = JSON.stringify(await player.get('/api/conversations'))
      return [download.split(text).length - 1, list.split(text.slice(0, 20)).length - 1]
    }
    expect(await countText()).toEqual([3, 3])

    const { id } = await raise({ targetType: 'message', targetId: copy.messageId, subjectId: player.id })
    await act(admin, id, { action: 'approve' })
    await copyTo(player, copyOfCopy)
    expect(await countText()).toEqual([0, 0])

    await player.post('/api/appeals', { flagId: id, text: 'A quotation.' })
    const [appeal] = await listFlags(admin, `?targetId=${copy.messageId}&category=appeal`)
    await act(colleague, appeal?.id ?? '', { action: 'approve' })
    expect(await countText()).toEqual([4, 4])
    expect(await listOwnDecisions(player)).toMatchObject({ strikes: 0 })
  })

  it('holds a character out of the gallery until it is dismissed (spec 7.calls.flag)', async () => {
    const { id } = await createCharacter(author)
    const flag = await raise({ targetType: 'character', targetId: id, subjectId: author.id, hold: true })
    expect(await isInGallery(id)).toBe(false)
    expect((await author.request('PUT', `/api/characters/${id}`, { isPublic: true })).status).toBe(403)
    const { decisions } = await listOwnDecisions(author)
    expect(decisions[0]).toMatchObject({ id: flag.id, effect: 'held', appeal: 'not_decided' })
    const escalated = await act(admin, flag.id, { action: 'escalate', notes: 'Unsure.' })
    expect(escalated.body.flag.status).toBe('acknowledged')
    expect(await isInGallery(id)).toBe(false)
    const dismissed = await act(admin, flag.id, { action: 'dismiss', notes: 'As agreed.' })
    expect(dismissed.body.flag.status).toBe('dismissed')
    expect(await isInGallery(id)).toBe(true)
    expect((await listOwnDecisions(author)).decisions[0]?.id).not.toBe(flag.id)
  })
})

describe('approving a flag about a user', () => {
  it('gives a strike and, when asked for, a suspension that ends by itself', async () => {
    const writer = await app.signUp('writer')
    await createCharacter(writer)
    const flagId = await raiseReport(app, reader, { type: 'user', id: writer.id }, { category: 'hate' })
    const { body } = await act(admin, flagId, { action: 'approve', suspendDays: 3 })
    expect(body.flag).toMatchObject({ effect: 'strike', subject: { name: 'writer', strikes: 1 } })
    expect(body.audit.facts).toMatchObject({ effect: 'strike', suspendedUntil: body.flag.suspendedUntil })
    expect(await writer.request('GET', '/api/characters')).toMatchObject({
      status: 403,
      body: { code: 'account_suspended' },
    })
    expect(await writer.get('/api/auth/me')).toMatchObject({ user: { suspendedUntil: body.flag.suspendedUntil } })
    expect(await listOwnDecisions(writer)).toMatchObject({
      strikes: 1,
      decisions: [{ effect: 'strike', appeal: 'possible' }],
    })
    expect((await writer.request('POST', '/api/appeals', { flagId, text: 'It was not me.' })).status).toBe(201)
    app.clock.advance(3 * 86_400_000 + 1)
    expect((await writer.request('GET', '/api/characters')).status).toBe(200)
    for (const client of [admin, colleague]) await login(client)
  })

  it('refuses a suspension without an account to suspend', async () => {
    const { flagId } = await reportedCharacter()
    const refused = await act(admin, flagId, { action: 'dismiss', suspendDays: 3 })
    expect(refused).toMatchObject({ status: 400, body: { fields: { suspendDays: expect.any(String) } } })
  })
})

describe('a suspension by hand', () => {
  const path = (client: Client) => `/api/admin/users/${client.id}/suspension`
  const suspend = (
    by: Client,
    client: Client,
    body: object = { days: 7, category: 'hate', notes: 'Three accounts.' },
  ) => by.request<SuspensionResponse & { code: string }>('POST', path(client), body)
  const lift = (by: Client, client: Client, body?: object) =>
    by.request<SuspensionResponse & { code: string }>('DELETE', path(client), body)
  const entries = (client: Client) =>
    app.context.db.selectFrom('audit_entries').selectAll().where('target_id', '=', client.id).orderBy('seq').execute()

  it('suspends at once, is appealable, and is lifted by an admin, each with an audit entry', async () => {
    const writer = await app.signUp()
    const { status, body } = await suspend(admin, writer)
    expect(status).toBe(200)
    const [flag] = await listFlags(admin, `?status=all&subjectId=${writer.id}`)
    expect(body.suspendedUntil).toBe((flag?.decision?.at ?? 0) + 7 * 86_400_000)
    expect(await writer.get('/api/auth/me')).toMatchObject({ user: { suspendedUntil: body.suspendedUntil } })
    expect(await writer.request('GET', '/api/characters')).toMatchObject({ status: 403 })
    const own = await listOwnDecisions(writer)
    expect(own).toMatchObject({
      strikes: 1,
      decisions: [{ category: 'hate', effect: 'strike', suspendedUntil: body.suspendedUntil, appeal: 'possible' }],
    })
    expect(JSON.stringify(own)).not.toMatch(/Mora|Three accounts/)

    expect(await lift(colleague, writer, { notes: 'Mistaken.' })).toMatchObject({
      status: 200,
      body: { suspendedUntil: null },
    })
    expect((await writer.request('GET', '/api/characters')).status).toBe(200)
    // The decision itself stands.
    expect(await listOwnDecisions(writer)).toMatchObject({ strikes: 1, decisions: [{ appeal: 'possible' }] })
    const { flag: lifted, actions } = await readFlag(admin, flag?.id ?? '')
    expect(lifted).toMatchObject({ source: 'admin', status: 'resolved' })
    expect(lifted.suspendedUntil).toBe(actions[1]?.createdAt)
    expect(actions).toMatchObject([
      { action: 'approve', note: 'Three accounts.' },
      { action: 'lift_suspension', note: 'Mistaken.', by: { name: 'colleague' } },
    ])
    const log = await entries(writer)
    expect(log).toMatchObject([
      { action: 'suspend', actor_id: admin.id, target_type: 'user' },
      { action: 'lift_suspension', actor_id: colleague.id, target_type: 'user' },
    ])
    expect(JSON.stringify(log)).not.toMatch(/Three accounts|Mistaken/)
    expect(await lift(admin, writer)).toMatchObject({ status: 409, body: { code: 'not_suspended' } })
  })

  it('ends every suspension of the account, and a granted appeal afterwards brings none back', async () => {
    const writer = await app.signUp()
    await suspend(admin, writer)
    await suspend(admin, writer, { days: 30, category: 'threats' })
    const { decisions } = await listOwnDecisions(writer)
    await writer.post('/api/appeals', { flagId: decisions[0]?.id, text: 'Please look again.' })
    expect((await lift(admin, writer)).status).toBe(200)
    const [appeal] = await listFlags(admin, `?targetId=${writer.id}&category=appeal`)
    expect((await act(colleague, appeal?.id ?? '', { action: 'approve' })).status).toBe(200)
    expect((await writer.request('GET', '/api/characters')).status).toBe(200)
    expect(await listOwnDecisions(writer)).toMatchObject({ strikes: 1 })
  })

  it('is refused for the own account, an unknown one and the one of the sample characters', async () => {
    for (const call of [suspend, lift]) {
      expect(await call(admin, admin)).toMatchObject({ status: 403, body: { code: 'own_content' } })
    }
    const system = await app.row('users', { is_system: 1 }, 'id')
    for (const id of ['unknown', system?.id ?? 'unknown']) {
      const response = await admin.request('POST', `/api/admin/users/${id}/suspension`, { days: 1 })
      expect(response.status).toBe(404)
    }
    const writer = await app.signUp()
    expect(await suspend(admin, writer, { days: 0 })).toMatchObject({ status: 400 })
  })
})

/** Signs in again: the sessions of admins end after 12 hours. */
async function login(client: Client) {
  await client.post('/api/auth/login', { username: client.user?.username, password: 'quiet-harbor' })
}

it('an admin cannot act on a flag about their own content, and does not read who reported it', async () => {
  const { id } = await createCharacter(admin)
  const flagId = await raiseReport(app, reader, { type: 'character', id })
  expect(await act(admin, flagId, { action: 'dismiss' })).toMatchObject({ status: 403, body: { code: 'own_content' } })
  expect((await admin.request('POST', `/api/admin/flags/${flagId}/claim`)).status).toBe(403)
  expect(await admin.get(`/api/admin/flags/${flagId}`)).toMatchObject({ reports: [] })
  expect(await colleague.get(`/api/admin/flags/${flagId}`)).toMatchObject({
    reports: [{ reporter: { id: reader.user?.id } }],
  })
  expect((await act(colleague, flagId, { action: 'dismiss' })).status).toBe(200)
})

describe('an appeal against the decision of an admin', () => {
  const suspend = (by: Client, client: Client) =>
    by.post(`/api/admin/users/${client.id}/suspension`, { days: 7, category: 'other' })
  const appealOf = async (client: Client, targetId: string, flagId: string) => {
    await client.post('/api/appeals', { flagId, text: 'Please look again.' })
    const [appeal] = await listFlags(admin, `?targetId=${targetId}&category=appeal`)
    return appeal?.id ?? ''
  }

  it('is decided by that admin only while nobody else can: the others are suspended', async () => {
    const { id, flagId } = await reportedCharacter()
    await act(admin, flagId, { action: 'approve' })
    const appealId = await appealOf(author, id, flagId)
    const refused = { status: 403, body: { code: 'own_decision' } }
    expect(await act(admin, appealId, { action: 'approve' })).toMatchObject(refused)
    await suspend(admin, colleague)
    expect(await act(colleague, appealId, { action: 'approve' })).toMatchObject({
      status: 403,
      body: { code: 'account_suspended' },
    })
    expect((await act(admin, appealId, { action: 'approve' })).body.flag).toMatchObject({ effect: 'reversed' })
    await admin.request('DELETE', `/api/admin/users/${colleague.id}/suspension`)
  })

  it('can be decided when the only other admin is the one who appeals', async () => {
    const { id } = await createCharacter(colleague)
    const flagId = await raiseReport(app, reader, { type: 'character', id })
    await act(admin, flagId, { action: 'approve' })
    const appealId = await appealOf(colleague, id, flagId)
    expect(await act(colleague, appealId, { action: 'approve' })).toMatchObject({
      status: 403,
      body: { code: 'own_content' },
    })
    expect((await act(admin, appealId, { action: 'dismiss' })).body.flag).toMatchObject({ status: 'dismissed' })
  })
})

describe('a claim', () => {
  const claim = (client: Client, flagId: string, method = 'POST') =>
    client.request<{ flag: { claim: { name: string; until: number } | null }; code: string }>(
      method,
      `/api/admin/flags/${flagId}/claim`,
    )

  it('keeps other admins from acting until it is released, overridden or expired', async () => {
    const { flagId } = await reportedCharacter()
    const claimed = await claim(admin, flagId)
    expect(claimed.body.flag.claim).toMatchObject({ name: 'Mora' })
    expect(await claim(colleague, flagId)).toMatchObject({
      status: 409,
      body: { code: 'flag_claimed', flag: { id: flagId } },
    })
    expect(await act(colleague, flagId, { action: 'escalate' })).toMatchObject({
      status: 409,
      body: { code: 'flag_claimed' },
    })
    expect((await claim(colleague, flagId, 'DELETE')).body.flag.claim).toMatchObject({ name: 'Mora' })
    expect((await claim(admin, flagId, 'DELETE')).body.flag.claim).toBeNull()
    expect((await claim(colleague, flagId)).status).toBe(200)
    app.clock.advance(flagLimits.claim)
    expect((await claim(admin, flagId)).status).toBe(200)
    const overridden = await act(colleague, flagId, { action: 'dismiss', override: true })
    expect(overridden).toMatchObject({ status: 200, body: { flag: { claim: null, status: 'dismissed' } } })
    expect(await claim(admin, flagId)).toMatchObject({ status: 409, body: { code: 'already_in_state' } })
  })

  it('is renewed by its holder, and one of many admins gets it', async () => {
    const { flagId } = await reportedCharacter()
    const results = await Promise.all([admin, colleague, admin, colleague].map((client) => claim(client, flagId)))
    const winners = new Set(results.filter(({ status }) => status === 200).map(({ body }) => body.flag.claim?.name))
    expect(winners.size).toBe(1)
  })
})

describe('what the person reads', () => {
  it('is the reason and the rule that it cites, of the decision and of the answer to an appeal', async () => {
    const writer = await app.signUp()
    const { id } = await createCharacter(writer)
    const flagId = await raiseReport(app, reader, { type: 'character', id })
    const decision = {
      action: 'approve',
      notes: 'Seen before.',
      reason: 'Names a real street.',
      rule: 'threats',
    } as const
    expect((await act(admin, flagId, decision)).body.flag).toMatchObject({ citedRule: 'threats' })
    await writer.post('/api/appeals', { flagId, text: 'It is in a novel.' })
    const [appeal] = await listFlags(admin, `?targetId=${id}&category=appeal`)
    await act(colleague, appeal?.id ?? '', { action: 'dismiss', reason: 'The novel says so too.' })
    const { decisions } = await listOwnDecisions(writer)
    expect(decisions).toMatchObject([
      {
        category: 'threats',
        reason: 'Names a real street.',
        appeal: 'rejected',
        appealReason: 'The novel says so too.',
      },
    ])
    expect(JSON.stringify(decisions)).not.toContain('Seen before.')
    expect(JSON.stringify(await auditOf(flagId))).not.toContain('street')
  })

  it('can be a warning, with which nothing is removed and no strike is given', async () => {
    const writer = await app.signUp()
    const { id } = await createCharacter(writer)
    const flagId = await raiseReport(app, reader, { type: 'character', id })
    expect((await act(admin, flagId, { action: 'approve', warn: true, suspendDays: 1 })).status).toBe(400)
    expect((await act(admin, flagId, { action: 'dismiss', warn: true })).status).toBe(400)
    const { body } = await act(admin, flagId, { action: 'approve', warn: true, reason: 'Please raise its rating.' })
    expect(body.flag).toMatchObject({ status: 'resolved', effect: 'warning' })
    expect(await isInGallery(id)).toBe(true)
    expect(await listOwnDecisions(writer)).toMatchObject({
      strikes: 0,
      decisions: [{ effect: 'warning', isStrike: false, reason: 'Please raise its rating.', appeal: 'possible' }],
    })
    const sent = await reader.chat(id, 'Hello.')
    const ofModel = await raiseReport(app, reader, { type: 'message', id: sent.messageId })
    expect((await act(admin, ofModel, { action: 'approve', warn: true })).status, 'nobody wrote it').toBe(400)
  })
})

describe('the undo of an approval', () => {
  const undo = (client: Client, flagId: string) =>
    client.request<{ flag: Flag; code: string; error: string }>('POST', `/api/admin/flags/${flagId}/undo`, {
      notes: 'A slip.',
    })

  it('ends what it enforced and opens the flag again, which can then be decided otherwise', async () => {
    const writer = await app.signUp()
    const { id } = await createCharacter(writer)
    const flagId = await raiseReport(app, reader, { type: 'character', id })
    await act(admin, flagId, { action: 'approve', suspendDays: 7, reason: 'Spam.' })
    expect(await isInGallery(id)).toBe(false)
    const { status, body } = await undo(colleague, flagId)
    expect([status, body.flag]).toMatchObject([200, { status: 'open', effect: null, decision: null, reason: '' }])
    expect(body.flag.dueAt).toBeGreaterThan(app.clock.now())
    expect(await isInGallery(id)).toBe(true)
    expect(await listOwnDecisions(writer)).toMatchObject({ strikes: 0, decisions: [] })
    expect((await writer.request('GET', '/api/characters')).status, 'no longer suspended').toBe(200)
    expect((await auditOf(flagId)).map(({ action }) => action)).toEqual(['approve', 'undo'])
    expect((await undo(admin, flagId)).body.code).toBe('already_in_state')
    expect((await act(admin, flagId, { action: 'dismiss' })).body.flag.status).toBe('dismissed')
  })

  it('is refused while there is an appeal, another open flag about the same, or for a moderator who did not decide', async () => {
    const writer = await app.signUp()
    const { id } = await createCharacter(writer)
    const report = { type: 'character', id } as const
    const flagId = await raiseReport(app, reader, report)
    await act(admin, flagId, { action: 'approve' })
    await writer.post('/api/appeals', { flagId, text: 'A quotation.' })
    expect((await undo(admin, flagId)).body.error).toContain('grant it instead')
    const [appeal] = await listFlags(admin, `?targetId=${id}&category=appeal`)
    await act(colleague, appeal?.id ?? '', { action: 'approve' })
    expect((await undo(admin, flagId)).status, 'undone by the appeal').toBe(409)
    expect(await isInGallery(id)).toBe(true)
    await undo(colleague, appeal?.id ?? '')
    expect(await isInGallery(id), 'the appeal was granted by mistake').toBe(false)
    await act(colleague, appeal?.id ?? '', { action: 'dismiss' })
    const moderator = await app.signUp(undefined, { accountType: 'free', moderator: true })
    expect(await undo(moderator, flagId)).toMatchObject({ status: 403, body: { code: 'needs_admin' } })
    expect((await undo(admin, flagId)).status).toBe(200)
    app.clock.advance(1)
    await act(moderator, flagId, { action: 'approve' })
    const again = await writer.request('POST', '/api/appeals', { flagId, text: 'It is still a quotation.' })
    expect(again, 'a new decision can be appealed').toMatchObject({ status: 201 })
    expect((await writer.request('POST', '/api/appeals', { flagId, text: 'Twice.' })).status).toBe(409)
    expect(await listOwnDecisions(writer)).toMatchObject({ decisions: [{ id: flagId, appeal: 'under_review' }] })
  })
})

it('approves flags of one kind together', async () => {
  const [first, second] = [await reportedCharacter(), await reportedCharacter()]
  const { id } = await createCharacter(author)
  const other = await raiseReport(app, reader, { type: 'character', id }, { category: 'hate' })
  const approve = (ids: string[]) =>
    admin.request<{ flags: Flag[] }>('POST', '/api/admin/flags/bulk', { ids, action: 'approve', reason: 'Spam.' })
  expect((await approve([first.flagId, other])).status).toBe(400)
  const { body } = await approve([first.flagId, second.flagId])
  expect(body.flags.map(({ effect }) => effect)).toEqual(['character_removed', 'character_removed'])
  expect([await isInGallery(first.id), await isInGallery(second.id), await isInGallery(id)]).toEqual([
    false,
    false,
    true,
  ])
})

it('dismisses duplicates with one note and an audit entry each, and says which it left', async () => {
  const duplicates = await Promise.all([1, 2, 3].map(() => reportedCharacter()))
  const [decided, ...others] = duplicates.map(({ flagId }) => flagId)
  await act(admin, decided ?? '', { action: 'approve' })
  const ids = [decided, ...others, ...others, 'unknown']
  const body = await admin.post<{ flags: { id: string; status: string }[]; skipped: unknown[] }>(
    '/api/admin/flags/bulk',
    { ids, action: 'dismiss', notes: 'The same joke.' },
  )
  expect(new Set(body.flags.map(({ id }) => id))).toEqual(new Set(others))
  expect(body.skipped).toHaveLength(2)
  expect(body.skipped).toEqual(
    expect.arrayContaining([
      { id: decided, code: 'already_in_state' },
      { id: 'unknown', code: 'not_found' },
    ]),
  )
  for (const id of others) {
    expect(await auditOf(id)).toHaveLength(1)
    expect((await readFlag(admin, id)).actions).toMatchObject([{ action: 'dismiss', note: 'The same joke.' }])
  }
})

it('rejects notes over 2,000 characters and keeps no text of users in the audit log', async () => {
  const { flagId } = await reportedCharacter()
  expect((await act(admin, flagId, { action: 'dismiss', notes: 'n'.repeat(2_001) })).status).toBe(400)
  const notes = '<img src=x onerror=alert(1)> planted-canary'
  expect((await act(admin, flagId, { action: 'dismiss', notes })).status).toBe(200)
  expect((await readFlag(admin, flagId)).actions[0]?.note).toBe(notes)
  const entries = JSON.stringify(await auditOf(flagId))
  expect(entries).not.toContain('planted-canary')
  expect(entries).toContain('noteHash')
  expect(app.logged()).not.toContain('planted-canary')
})
