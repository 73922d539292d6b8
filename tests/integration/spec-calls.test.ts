import { expect, it } from 'vitest'
import type { OwnCharacter } from '#shared/characters.ts'
import { raiseReport } from '#tests/support/moderation.ts'
import { type Client, createSharedApp } from '#tests/support/test-app.ts'

// The fields of §3 and the calls of §7 of the specification, as any client may send them: only the specified fields.

/** Every specified field with a value that is not its default. */
const character = {
  name: 'Ada Quill',
  description: 'Keeps a lighthouse.',
  category: 'Mystery',
  personality: 'Dry.',
  speechStyle: 'Short sentences.',
  behaviors: 'Counts ships.',
  greeting: 'You are late.',
  userRole: 'the new keeper',
  creativity: 'vivid',
  plotAdvancement: 'lead',
  environment: 'A lighthouse.',
  allowedItems: 'A lamp.',
  forbiddenItems: 'Phones.',
  avatar: '',
  gender: 'female',
  kinks: 'long gloves',
  contentRating: 'mature',
  isPublic: false,
}

const app = await createSharedApp()
const user = await app.signUp('Sam')
const premium = await app.signUp('Pat', { accountType: 'premium' })
const admin = await app.signUp('Kim', { accountType: 'admin' })
const characterId = (await user.post<OwnCharacter>('/api/characters', { name: 'Wick', description: 'A candle.' })).id

/** Sends a call, and expects a JSON response. */
async function call(client: Client, method: string, path: string, body?: unknown) {
  const response = await client.request<Record<string, unknown>>(method, path, body)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(response.status, JSON.stringify(response.body)).toBeLessThan(300)
  return response.body
}
const account = { user: expect.objectContaining({ displayName: null, accountType: 'free', name: expect.any(String) }) }

it('saves and answers every field of a character (spec 3.character)', async () => {
  const saved = await call(premium, 'POST', '/api/characters', character)
  expect(saved).toMatchObject({ ...character, chatCount: 0, rating: null, createdBy: 'Pat', id: expect.any(String) })
})

it('has the specified defaults: gender other, rating general, public (spec 3.character.defaults)', async () => {
  const saved = await call(user, 'POST', '/api/characters', { name: 'Wick', description: 'A candle.' })
  expect(saved).toMatchObject({ gender: 'other', contentRating: 'general', isPublic: true })
})

it('rejects a character without name or description, with a field error (spec 3.character.required)', async () => {
  for (const body of [{ description: 'A candle.' }, { name: 'Wick' }]) {
    const { status, body: answer } = await user.request<{ error: string }>('POST', '/api/characters', body)
    expect([status, answer.error]).toEqual([400, 'Please fill in the character name and description.'])
  }
})

it('registers, logs in and answers the account under user (spec 7.calls.auth)', async () => {
  const credentials = { username: 'Robin', password: 'quiet-harbor' }
  const client = app.visitor()
  expect(await call(client, 'POST', '/api/auth/register', credentials)).toEqual(account)
  expect(await call(client, 'POST', '/api/auth/login', credentials)).toEqual(account)
  expect(await call(client, 'GET', '/api/auth/me')).toEqual(account)
})

it('logs out (spec 7.calls.logout)', async () => {
  const client = await app.signUp()
  expect((await client.request('POST', '/api/auth/logout')).status).toBe(204)
  expect((await client.request('GET', '/api/auth/me')).status).toBe(401)
})

it('changes the display name, or answers why not in error (spec 7.calls.profile)', async () => {
  const client = await app.signUp()
  const answer = await call(client, 'PUT', '/api/auth/user/profile', { displayName: 'Ada' })
  expect(answer).toMatchObject({ user: { displayName: 'Ada', name: 'Ada' } })
  const refused = await client.request('PUT', '/api/auth/user/profile', { displayName: '' })
  expect(refused).toMatchObject({ status: 400, body: { error: 'Display name is required' } })
})

it('lists public and own characters (spec 7.calls.characters)', async () => {
  const summary = expect.objectContaining({ id: characterId, name: 'Wick', description: 'A candle.', createdBy: 'Sam' })
  expect(await call(premium, 'GET', '/api/characters/public')).toContainEqual(summary)
  expect(await call(user, 'GET', '/api/characters')).toContainEqual(summary)
})

it('generates an image for a prompt, or answers why not in error (spec 7.calls.image)', async () => {
  const answer = await call(premium, 'POST', '/api/generate-image', { prompt: 'An old keeper with a beard' })
  expect(answer).toMatchObject({ url: expect.stringMatching(/^\//) })
  const refused = await premium.request('POST', '/api/generate-image', { prompt: '  ' })
  expect(refused).toMatchObject({ status: 400, body: { error: expect.any(String) } })
})

it('answers a chat without any extension as JSON, and goes on in the same conversation (spec 7.calls.chat)', async () => {
  const turn = { characterId, message: 'Good evening.', conversationHistory: [] }
  const first = await call(user, 'POST', '/api/chat', turn)
  expect(first).toMatchObject({ response: expect.any(String), conversationId: expect.any(String) })
  const { conversationId } = first
  const history = [{ role: 'user', content: 'Good evening.' }]
  const second = await call(user, 'POST', '/api/chat', { ...turn, conversationHistory: history, conversationId })
  expect(second.conversationId).toBe(conversationId)
})

it('answers a failed chat with userMessage and errorType (spec 7.calls.chat.error)', async () => {
  app.upstream.failure = 'server-error'
  const turn = { characterId, message: 'Good evening.', conversationHistory: [] }
  const { status, headers, body } = await user.request<Record<string, unknown>>('POST', '/api/chat', turn)
  app.upstream.failure = null
  expect([status, headers.get('content-type')]).toEqual([502, 'application/json; charset=utf-8'])
  expect(body).toMatchObject({ errorType: 'server_error', userMessage: expect.any(String) })
})

it('answers a greeting for a new chat (spec 7.calls.greeting)', async () => {
  const body = { characterId, originalGreeting: 'You are late.' }
  expect(await call(user, 'POST', '/api/new-chat-greeting', body)).toEqual({ greeting: expect.any(String) })
})

it('creates a subscription and answers its client secret (spec 7.calls.subscription)', async () => {
  const body = { tier: 'premium', customerEmail: 'sam@example.com', customerName: 'Sam' }
  expect(await call(user, 'POST', '/api/create-subscription', body)).toEqual({ clientSecret: expect.any(String) })
})

it('answers flags, audit entries and a token to admins (spec 7.calls.admin)', async () => {
  expect(await call(admin, 'GET', '/api/admin/flags?status=open')).toMatchObject({ flags: expect.any(Array) })
  expect(await call(admin, 'GET', '/api/admin/audits')).toMatchObject({ audits: expect.any(Array) })
  expect(await call(admin, 'POST', '/api/admin/websocket-token')).toMatchObject({ adminToken: expect.any(String) })
})

/** Raises a flag about a new character. */
async function raiseFlag(): Promise<{ flagId: string; targetId: string }> {
  const { id } = await user.post<OwnCharacter>('/api/characters', { name: 'Wick', description: 'A candle.' })
  return { flagId: await raiseReport(app, premium, { type: 'character', id }), targetId: id }
}

it('answers every field of a flag (spec 3.flag)', async () => {
  const { flagId, targetId } = await raiseFlag()
  const { flags } = await call(admin, 'GET', '/api/admin/flags?status=open')
  expect(flags).toContainEqual(
    expect.objectContaining({
      id: flagId,
      category: 'spam',
      severity: expect.any(Number),
      summary: expect.any(String),
      details: expect.any(String),
      targetType: 'character',
      targetId,
      status: 'open',
      createdAt: expect.any(Number),
    }),
  )
})

it('takes approve, dismiss and escalate with notes (spec 7.calls.flag)', async () => {
  for (const [action, status] of [
    ['approve', 'resolved'],
    ['dismiss', 'dismissed'],
    ['escalate', 'acknowledged'],
  ] as const) {
    const { flagId } = await raiseFlag()
    const answer = await call(admin, 'POST', `/api/admin/flags/${flagId}/action`, { action, notes: 'As agreed.' })
    expect(answer).toMatchObject({ flag: { id: flagId, status } })
  }
})

it('answers every field of an audit entry (spec 3.audit)', async () => {
  const { flagId } = await raiseFlag()
  await call(admin, 'POST', `/api/admin/flags/${flagId}/action`, { action: 'dismiss', notes: '' })
  const { audits } = await call(admin, 'GET', '/api/admin/audits')
  expect((audits as object[])[0]).toMatchObject({
    id: expect.any(String),
    action: 'dismiss',
    targetType: 'flag',
    targetId: flagId,
    details: expect.any(String),
    createdAt: expect.any(Number),
  })
})
