import { beforeEach, describe, expect, it } from 'vitest'
import { startScriptedUpstream, streamOf } from '#tests/support/scripted-upstream.ts'
import { type Client, createCharacter, createSharedApp, shared } from '#tests/support/test-app.ts'

const upstream = shared(await startScriptedUpstream(() => ({ status: 200, body: streamOf('“Mind the step.”') })))
const env = { MODEL_BASE_URL: upstream.baseUrl, MODEL_NAME: 'scripted', FREE_DAILY_MESSAGES: '2', RATE_LIMITS: 'on' }
const app = await createSharedApp({ env })

interface Answer {
  token: string
  text: string
  code: string
  error: string
  fields: Record<string, string>
}

const origins = ['https://example.org']
let author: Client
let characterId: string
let token: string
const guest = app.visitor()
const save = (body: object, client = author, id = characterId) =>
  client.request<Answer>('PUT', `/api/characters/${id}/embed`, body)
const say = (message: string, more: object = {}) =>
  guest.request<Answer>('POST', `/api/embed/${token}/chat`, { message, ...more })
const flags = async () => (await app.rows('flags')).length

describe('an embedded character', () => {
  beforeEach(async () => {
    author = await app.signUp()
    characterId = (await createCharacter(author, { name: 'Wren', greeting: 'Good evening, {{user}}.' })).id
    token = (await save({ origins })).body.token
  })

  it('talks with guests on its author’s daily messages, without what the account is called, and stores nothing', async () => {
    await author.put('/api/auth/user/profile', { displayName: 'Beatrix', playerName: 'Beatrix' })
    const shown = await guest.request('GET', `/api/embed/${token}`)
    expect(shown.body).toMatchObject({ id: characterId, name: 'Wren', greeting: 'Good evening, Guest.' })
    const history = [{ role: 'assistant', content: 'Good evening, Guest.' }]
    expect((await say('Who keeps the lamp?', { history })).body).toEqual({ text: '“Mind the step.”' })
    const prompt = JSON.stringify(upstream.requests.at(-1)?.body.messages)
    for (const text of ['Good evening, Guest.', 'Who keeps the lamp?']) expect(prompt).toContain(text)
    expect(prompt).not.toContain('Beatrix')
    const stream = await guest.raw(`/api/embed/${token}/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ message: 'And now?' }),
    })
    const events = await stream.text()
    expect(events).toContain('event: done')
    expect(events).not.toContain('"messagesLeft":0')
    const refused = await say('Once more?')
    expect(refused.body).toMatchObject({ code: 'quota_exceeded' })
    expect(refused.body.error).not.toContain('Premium')
    expect(await app.rows('messages', {}, 'id')).toEqual([])
  })

  it('does not answer what breaks the policy, and raises no flag about its author', async () => {
    const before = await flags()
    const text = 'An erotic story with a girl of 15 years.'
    expect((await say(text)).body).toMatchObject({ code: 'held_back' })
    expect((await say('Go on.', { history: [{ role: 'user', content: text }] })).body).toMatchObject({
      code: 'held_back',
    })
    expect((await say('I want to kill myself tonight.')).body.text).toContain('stepping out of the story')
    expect(await flags()).toBe(before)
    // The same message of the author is held against the account.
    await author.request('POST', '/api/chat', { characterId, message: text })
    expect(await flags()).toBe(before + 1)
  })

  it('is filtered for guests, whatever its author has chosen', async () => {
    await app.change('users', { id: author.id }, { account_type: 'admin' })
    expect((await say('Describe the orgasm in detail.')).body).toMatchObject({ code: 'held_back' })
  })

  it.each<[string, () => Promise<unknown>]>([
    ['private', () => author.put(`/api/characters/${characterId}`, { isPublic: false })],
    ['deleted', () => author.request('DELETE', `/api/characters/${characterId}`)],
    ['of a suspended account', () => setOwner({ suspended_until: app.clock.now() + 60_000 })],
    ['of an account that is to be deleted', () => setOwner({ deletion_requested_at: app.clock.now() })],
    ['not embedded any more', () => author.request('DELETE', `/api/characters/${characterId}/embed`)],
  ])('that is %s answers nobody', async (_, change) => {
    await change()
    expect(await guest.request('GET', `/api/embed/${token}`)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
    expect(await say('Who keeps the lamp?')).toMatchObject({ status: 404 })
  })
  const setOwner = (values: object) =>
    app.context.db.updateTable('users').set(values).where('id', '=', author.id).execute()

  it('is embedded in websites alone, and keeps its token when they change', async () => {
    const listed = ['https://Example.org/', 'http://localhost:8080', 'https://example.org']
    const { body } = await save({ origins: listed })
    expect(body).toEqual({ token, origins: ['https://example.org', 'http://localhost:8080'] })
    expect((await author.request('GET', `/api/characters/${characterId}/embed`)).body).toEqual(body)
    const other = await createCharacter(author, { name: 'Teal' })
    expect((await author.request('GET', `/api/characters/${other.id}/embed`)).body).toEqual({
      token: null,
      origins: [],
    })
    const wrong = [
      ...['http://example.org', 'https://*.example.org', 'https://example.org/page', 'https://name@example.org'],
      ...["https://example.org;script-src'", 'example.org', '*'],
    ]
    for (const origin of wrong) {
      const { status, body } = await save({ origins: [origin] })
      expect([status, body.fields.origins], origin).toEqual([400, expect.stringContaining('https://example.org')])
    }
    const many = Array.from({ length: 11 }, (_, index) => `https://example-${index}.org`)
    expect((await save({ origins: many })).status).toBe(400)
    expect((await save({ origins: [] })).status).toBe(400)
    expect((await save({ origins }, await app.signUp())).status).toBe(404)
  })
})

it('refuses guests of an address that writes without end, and requests of other websites', async () => {
  const foreign = await guest.raw(`/api/embed/${token}/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: origins[0] ?? '' },
    body: '{"message":"Hello."}',
  })
  expect(foreign.status).toBe(403)
  token = 'unknown'
  const statuses = []
  for (let count = 0; count < 61; count += 1) statuses.push((await say('Hello.')).status)
  expect(statuses[0]).toBe(404)
  expect(statuses.at(-1)).toBe(429)
})
