import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { verifyAudit } from '#server/moderation/audit/verify-audit.ts'
import type { AuditEntry } from '#shared/audit.ts'
import type { ChatResponse, ModelInfo } from '#shared/chat.ts'
import type { ErrorBody } from '#shared/errors.ts'
import type { AvailableModels, ConnectionInput, ModelConnection, ModelConnections, TestResult } from '#shared/models.ts'
import { downloadAccountData } from '#tests/support/account-data.ts'
import { setAccountType } from '#tests/support/account-type.ts'
import { startScriptedUpstream } from '#tests/support/scripted-upstream.ts'
import { type Client, createCharacter, createOwnApp, createTestApp } from '#tests/support/test-app.ts'
import { startUpstream } from '#tests/support/upstream.ts'
import type { FailureName } from '#tests/support/upstream-failures.ts'

const key = 'canary-9b1f7d3e5a-never-shown'
const noModel = { MODEL_BASE_URL: '', MODEL_NAME: '', LOCAL_MODELS: 'off' }
const pace = { firstTokenMs: 1, gapMs: 0, tokens: 8 }
const upstreams = [await startUpstream(pace), await startUpstream(pace)] as const
const [first, second] = upstreams

const app = await createTestApp({ env: { ...noModel, MODEL_FIRST_BYTE_SECONDS: '1', FREE_DAILY_MESSAGES: '1000' } })
let admin = await app.signUp('operating')
await setAccountType(app, admin, { accountType: 'admin' })
let player = await app.signUp('player')
const character = await createCharacter(await app.signUp('author'))
beforeEach(async () => {
  for (const upstream of upstreams) {
    upstream.requests.length = 0
    upstream.failure = null
  }
  for (const { id, source } of await list()) {
    if (source === 'connection') await admin.request('DELETE', `/api/admin/models/${id}`)
  }
})
afterAll(async () => {
  await app.close()
  for (const upstream of upstreams) await upstream.close()
})

const list = async () => (await admin.get<ModelConnections>('/api/admin/models')).connections
const input = (fields: Partial<ConnectionInput> = {}): ConnectionInput => ({
  name: 'First',
  service: 'openai-compatible',
  baseUrl: first.baseUrl,
  model: 'first-model',
  ...fields,
})
const connect = (fields: Partial<ConnectionInput> = {}) =>
  admin.post<ModelConnection>('/api/admin/models', input(fields))
const connectSecond = (fields: Partial<ConnectionInput> = {}) =>
  connect({ name: 'Second', baseUrl: second.baseUrl, model: 'second-model', ...fields })
const tryOut = (connection: ConnectionInput, id?: string) =>
  admin.post<TestResult>('/api/admin/models/test', { id, connection })
const send = (client = player, message = 'Good evening.') =>
  client.request<ChatResponse & ErrorBody>('POST', '/api/chat', { characterId: character.id, message })
const calls = () => [first.requests.length, second.requests.length]
const isDemo = async () => (await player.get<ModelInfo>('/api/model')).builtIn

describe('which model writes a reply', () => {
  test('the demo model, until a model is connected; a change takes effect with the next reply', async () => {
    expect(await isDemo()).toBe(true)
    const { id } = await connect()
    expect(await isDemo()).toBe(false)
    expect((await send()).status).toBe(200)
    expect(calls()).toEqual([1, 0])
    await admin.put(`/api/admin/models/${id}`, input({ baseUrl: second.baseUrl }))
    await send()
    expect(calls()).toEqual([1, 1])
    await admin.put(`/api/admin/models/${id}`, input({ enabled: false }))
    expect(await isDemo()).toBe(true)
  })

  test('each change is an entry of the audit log, without the key', async () => {
    const entries = () => app.rows('audit_entries')
    const before = (await entries()).length
    const { id } = await connect({ apiKey: key })
    await admin.put(`/api/admin/models/${id}`, input({ baseUrl: second.baseUrl, apiKey: null }))
    await admin.post('/api/admin/models/order', { ids: [id] })
    await admin.request('DELETE', `/api/admin/models/${id}`)
    const added = (await entries()).slice(before)
    expect(added.map(({ action }) => action)).toEqual(['save_model', 'save_model', 'order_models', 'delete_model'])
    expect(new Set(added.map(({ actor_id }) => actor_id))).toEqual(new Set([admin.id]))
    const [origin, changed] = [first, second].map(({ baseUrl }) => new URL(baseUrl).origin)
    expect(JSON.parse(added[0]?.facts ?? '')).toMatchObject({ before: null, after: origin, key: 'set' })
    expect(JSON.parse(added[1]?.facts ?? '')).toMatchObject({ before: origin, after: changed, key: 'removed' })
    expect(JSON.stringify(added)).not.toContain(key)
  })

  test('connections are used in the order of the list, which can be changed', async () => {
    const [one, two] = [await connect(), await connectSecond()]
    await send()
    expect(calls()).toEqual([1, 0])
    const { connections } = await admin.post<ModelConnections>('/api/admin/models/order', { ids: [two.id, one.id] })
    expect(connections.map(({ name }) => name)).toEqual(['Second', 'First'])
    await send()
    expect(calls()).toEqual([1, 1])
  })

  test('a connection for Premium only is not used for free accounts', async () => {
    await connect({ premiumOnly: true })
    await connectSecond()
    const premium = await app.signUp(undefined, { accountType: 'premium' })
    await send()
    expect(calls()).toEqual([0, 1])
    await send(premium)
    expect(calls()).toEqual([1, 1])
  })

  test.each<[FailureName, RegExp]>([
    ['unauthorized', /needs a key/],
    ['no-model', /does not have the model/],
    ['server-error', /problem of its own/],
    ['quota', /no credit or quota left/],
    ['html', /not like a model service/],
    ['empty-body', /./],
  ])(
    'the next one answers when the first fails before its first token (%s), and the list says why',
    async (failure, words) => {
      await connect()
      await connectSecond()
      first.failure = failure
      const { status, body } = await send()
      expect(status).toBe(200)
      const row = await app.row('messages', { id: body.messageId }, 'model', 'content', 'status')
      expect(row).toEqual({ model: 'second-model', content: body.response, status: 'complete' })
      expect(app.logged()).toContain('a model failed before its first token')
      const [one, two] = await list()
      expect(one).toMatchObject({ state: 'failing', failure: { message: expect.stringMatching(words) } })
      expect(two).toMatchObject({ state: 'working', failure: null })
      first.failure = null
      await send()
      expect((await list())[0]?.state).toBe('working')
    },
  )

  test('a new greeting is requested from the next one too', async () => {
    await connect()
    await connectSecond()
    first.failure = 'server-error'
    const request = { characterId: character.id, originalGreeting: 'The original.' }
    const { greeting } = await player.post<{ greeting: string }>('/api/new-chat-greeting', request)
    expect(greeting).not.toBe('The original.')
    expect(second.requests).toHaveLength(1)
  })

  test('the next one is not asked after a refusal because of the content, or a reply that broke off', async () => {
    await connect()
    await connectSecond()
    first.failure = 'refusal'
    expect((await send()).body.errorType).toBe('content_refused')
    first.failure = 'ends-early'
    const { body } = await send()
    const page = await player.conversation(body.conversationId)
    expect(page.messages.at(-1)).toMatchObject({ status: 'interrupted', content: expect.stringMatching(/\S/) })
    expect(second.requests).toHaveLength(0)
  })

  test('when all fail, the error of the last one is shown', async () => {
    await connect()
    await connectSecond()
    first.failure = 'unauthorized'
    second.failure = 'quota'
    expect((await send()).body.errorType).toBe('quota_exceeded')
  })

  test('a test of a saved connection says in the list too whether it works', async () => {
    const { id } = await connect()
    first.failure = 'no-model'
    await tryOut(input(), id)
    expect((await list())[0]).toMatchObject({ state: 'failing', figures: { requests: 1, failures: 1 } })
    first.failure = null
    await tryOut(input(), id)
    await tryOut(input({ name: 'Not saved' }))
    expect((await list())[0]).toMatchObject({ state: 'working', figures: { requests: 2, failures: 1 } })
  })

  test('sampling, context and the longest reply are those of the connection', async () => {
    const sampling = { temperature: 0.35, topP: 0.9, minP: 0.02, repetitionPenalty: 1.1 }
    await connect({ sampling, contextTokens: 2048, maxReplyTokens: 77 })
    await send()
    expect(first.requests[0]?.body).toMatchObject({
      temperature: 0.35,
      top_p: 0.9,
      min_p: 0.02,
      repetition_penalty: 1.1,
      max_tokens: 77,
    })
  })

  test('what a connection did in the last day is counted, also over a restart', async () => {
    await connect()
    await send()
    await send()
    first.failure = 'server-error'
    await send()
    await app.restart()
    first.failure = null
    await send()
    const [connection] = await list()
    expect(connection?.figures).toMatchObject({ requests: 4, failures: 1 })
    expect(connection?.figures.promptTokens).toBeGreaterThan(100)
    expect(connection?.figures.replyTokens).toBeGreaterThan(5)
    expect(connection?.figures.medianFirstTokenMs).toBeGreaterThan(0)
    app.clock.advance(25 * 3_600_000)
    admin = await signInAgain('operating')
    player = await signInAgain('player')
    expect((await list())[0]?.figures).toMatchObject({ requests: 0, failures: 0, medianFirstTokenMs: null })
  })
})

async function signInAgain(username: string): Promise<Client> {
  const client = app.visitor()
  client.user = (
    await client.post<{ user: Client['user'] }>('/api/auth/login', { username, password: 'quiet-harbor' })
  ).user
  return client
}

describe('a key', () => {
  test('is sent to the service, and never appears in a response, a log line or an export', async () => {
    // Some services repeat the key in their error messages, as OpenAI does.
    const echo = await startScriptedUpstream(() => ({
      status: 401,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ error: { message: `Incorrect API key provided: ${key}`, type: 'auth' } }),
    }))
    const bodies: string[] = []
    const call = async (method: string, url: string, body?: unknown) => {
      const response = await admin.request<{ id: string }>(method, url, body)
      bodies.push(JSON.stringify([response.body, [...response.headers]]))
      return response.body
    }
    const { id } = await call('POST', '/api/admin/models', input({ apiKey: key }))
    await send()
    expect(first.requests[0]?.headers.authorization).toBe(`Bearer ${key}`)
    const echoing = input({ baseUrl: echo.baseUrl, apiKey: key })
    await call('PUT', `/api/admin/models/${id}`, echoing)
    await send()
    await call('POST', '/api/admin/models/test', { id, connection: input({ baseUrl: echo.baseUrl }) })
    await call('POST', '/api/admin/models/test', { connection: echoing })
    await call('POST', '/api/admin/models/available', { connection: echoing })
    await call('POST', '/api/admin/models', { ...input(), apiKey: `${key} with a space` })
    await call('POST', '/api/admin/models', { ...input(), baseUrl: `http://user:${key}@127.0.0.1/v1` })
    await call('GET', '/api/admin/models')
    bodies.push(JSON.stringify(await downloadAccountData(admin)))
    await call('DELETE', `/api/admin/models/${id}`)
    await echo.close()
    expect(bodies.filter((body) => body.includes(key))).toEqual([])
    expect(bodies.join()).toContain('"hasKey":true')
    expect(app.logged()).not.toContain(key)
    const rows = await app.rows('model_connections')
    expect(JSON.stringify(rows)).not.toContain(key)
    await app.restart()
    expect(app.logged()).not.toContain(key)
  })

  test('stays when none is given, and is removed by null', async () => {
    const { id, hasKey } = await connect({ apiKey: key })
    expect(hasKey).toBe(true)
    expect(await admin.put(`/api/admin/models/${id}`, input({ name: 'Renamed' }))).toMatchObject({ hasKey: true })
    await send()
    expect(first.requests[0]?.headers.authorization).toBe(`Bearer ${key}`)
    expect(await admin.put(`/api/admin/models/${id}`, input({ apiKey: null }))).toMatchObject({ hasKey: false })
    await send()
    expect(first.requests[1]?.headers.authorization).toBeUndefined()
  })

  test('is sent to no other server than the one it was entered for', async () => {
    const { id } = await connect({ apiKey: key })
    const moved = input({ baseUrl: second.baseUrl })
    for (const [method, url, body] of [
      ['PUT', `/api/admin/models/${id}`, moved],
      ['POST', '/api/admin/models/test', { id, connection: moved }],
      ['POST', '/api/admin/models/available', { id, connection: moved }],
    ] as const) {
      const response = await admin.request<ErrorBody>(method, url, body)
      expect(response).toMatchObject({
        status: 400,
        body: { fields: { apiKey: expect.stringContaining('key again') } },
      })
    }
    expect(second.requests).toEqual([])
    const samePlace = input({ baseUrl: `${first.baseUrl}/` })
    expect((await tryOut(samePlace, id)).ok).toBe(true)
  })

  test('that was encrypted with a lost key file must be entered again; other connections are used meanwhile', async () => {
    await connect({ apiKey: key })
    await connectSecond()
    const file = path.join(app.context.env.dataDir, 'secret.key')
    const before = readFileSync(file)
    rmSync(file)
    await app.restart()
    expect((await list()).map(({ state }) => state)).toEqual(['key_unreadable', 'unused'])
    expect((await send()).status).toBe(200)
    expect(calls()).toEqual([0, 1])
    writeFileSync(file, before)
    await app.restart()
    await send()
    expect(calls()).toEqual([1, 1])
  })
})

test('of two admins who edit the same connection, the second is told, and can replace the change of the first', async () => {
  const { id, updatedAt } = await connect()
  const save = (fields: Partial<ConnectionInput>) =>
    admin.request<ModelConnection & ErrorBody>('PUT', `/api/admin/models/${id}`, input(fields))
  expect((await save({ name: 'By the first', updatedAt })).status).toBe(200)
  const late = await save({ name: 'By the second', enabled: false, updatedAt })
  expect(late).toMatchObject({ status: 409, body: { code: 'connection_changed', updatedAt: expect.any(Number) } })
  expect(await list()).toMatchObject([{ name: 'By the first', enabled: true, updatedAt: late.body.updatedAt }])
  const { updatedAt: current } = late.body
  const again = await save({ name: 'By the second', ...(current !== undefined && { updatedAt: current }) })
  expect(again).toMatchObject({ status: 200, body: { name: 'By the second' } })
  const both = await Promise.all(['One', 'Two'].map((name) => save({ name, updatedAt: again.body.updatedAt ?? 0 })))
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('of two admins who delete the same connection at once, the second gets 404, and the log has one deletion', async () => {
  const { id } = await connect()
  const kept = await connectSecond()
  const remove = () => admin.request<ErrorBody>('DELETE', `/api/admin/models/${id}`)
  const both = await Promise.all([remove(), remove()])
  expect(both.map(({ status }) => status).toSorted()).toEqual([204, 404])
  expect(await remove()).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect((await admin.request('PUT', `/api/admin/models/${id}`, input())).status).toBe(404)
  expect(await list()).toMatchObject([{ id: kept.id }])
  const { audits } = await admin.get<{ audits: AuditEntry[] }>(`/api/admin/audits?targetId=${id}`)
  expect(audits.map(({ action }) => action)).toEqual(['delete_model', 'save_model'])
  expect(audits.map(({ targetName }) => targetName)).toEqual([input().name, input().name])
})

test('an order with ids that are no connections is that of those there are, and the audit log stays verifiable', async () => {
  const one = await connect()
  const two = await connectSecond()
  for (const stranger of ['deleted-meanwhile', '\ud800', 'a\u0000b']) {
    const ids = [stranger, two.id, one.id, two.id]
    const { connections } = await admin.post<ModelConnections>('/api/admin/models/order', { ids })
    expect(connections.map(({ id }) => id)).toEqual([two.id, one.id])
  }
  const { audits } = await admin.get<{ audits: AuditEntry[] }>('/api/admin/audits?action=order_models&limit=3')
  for (const { targetId, facts } of audits)
    expect([targetId, facts]).toEqual([two.id, { order: `${two.id} ${one.id}`, names: `${two.name}, ${one.name}` }])
  expect(await verifyAudit(app.context.db, null)).toMatchObject({ isIntact: true })
})

describe('an address', () => {
  test.each([
    ['ftp://models.example/v1', 'http:// or https://'],
    ['file:///etc/passwd', 'http:// or https://'],
    ['not an address', 'http:// or https://'],
    ['https://user:secret@models.example/v1', 'own field'],
    ['https://models.example/v1?key=abc', 'begins with ?'],
    ['', 'Enter the address'],
  ])('%s is refused', async (baseUrl, message) => {
    const response = await admin.request<ErrorBody>('POST', '/api/admin/models', input({ baseUrl }))
    expect(response).toMatchObject({ status: 400, body: { fields: { baseUrl: expect.stringContaining(message) } } })
  })

  test('that redirects is not followed', async () => {
    const redirecting = await startScriptedUpstream(() => ({
      status: 307,
      headers: { location: `${second.baseUrl}/chat/completions` },
    }))
    const result = await tryOut(input({ baseUrl: redirecting.baseUrl, apiKey: key }))
    await redirecting.close()
    expect(result).toMatchObject({
      ok: false,
      message: expect.stringContaining('sends requests on to another address'),
    })
    expect(second.requests).toEqual([])
  })
})

describe('Test says in plain words what is wrong', () => {
  test.each<[FailureName, RegExp]>([
    ['unauthorized', /does not accept the key/],
    ['no-model', /does not have the model “first-model”/],
    ['quota', /no credit or quota left/],
    ['rate-limit', /no more requests at the moment/],
    ['context-length', /context of the model “first-model” is too small/],
    ['no-first-byte', /did not answer in time/],
    ['server-error', /problem of its own/],
    ['html', /not like a model service/],
    ['cut-mid-stream', /closed the connection before its answer was whole/],
    ['bad-request', /rejected the request/],
  ])('%s', async (failure, words) => {
    first.failure = failure
    const { ok, message, detail } = await tryOut(input({ apiKey: 'sk-wrong' }))
    expect([ok, message]).toEqual([false, expect.stringMatching(words)])
    if (failure === 'bad-request') expect(detail).toContain('Something is off')
  })

  test('no such host, nothing listens, a wrong path, a missing key', async () => {
    const message = async (fields: Partial<ConnectionInput>) => (await tryOut(input(fields))).message
    expect(await message({ baseUrl: 'http://no-such-host.invalid/v1' })).toContain('no server with the name')
    expect(await message({ baseUrl: 'http://127.0.0.1:9/v1' })).toContain('Nothing answers at 127.0.0.1:9')
    const website = await startScriptedUpstream(() => ({ status: 404, body: '<h1>Not found</h1>' }))
    expect(await message({ baseUrl: website.baseUrl })).toContain('no model service at this address')
    await website.close()
    expect(await message({ service: 'openai', baseUrl: 'https://api.openai.com/v1' })).toContain('needs a key')
  })

  test('a service that wants a key and was sent none', async () => {
    first.failure = 'unauthorized'
    expect((await tryOut(input({ apiKey: null }))).message).toContain('needs a key')
    expect((await tryOut(input({ apiKey: 'sk-wrong' }))).message).toContain('does not accept the key')
    const { id } = await connect({ apiKey: null })
    await send()
    expect(await list()).toMatchObject([{ id, failure: { message: expect.stringContaining('needs a key') } }])
  })

  test('a model that ends its reply without a word', async () => {
    const end = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }
    const silent = await startScriptedUpstream(() => ({ body: `data: ${JSON.stringify(end)}\n\ndata: [DONE]\n\n` }))
    const { ok, message } = await tryOut(input({ baseUrl: silent.baseUrl }))
    expect([ok, message]).toEqual([false, expect.stringContaining('the model “first-model” writes nothing')])
    await silent.close()
  })

  test('a model that is loaded with less context than the connection says', async () => {
    const small = await startUpstream({ ...pace, models: ['first-model'], windowTokens: 4096 })
    small.listedWindow = 2048
    const result = await tryOut(input({ baseUrl: small.baseUrl, contextTokens: 8192 }))
    await small.close()
    expect(result).toMatchObject({ ok: false, message: expect.stringContaining('2,048 tokens only') })
  })

  test('and that it works, with the answer', async () => {
    const { ok, message, detail } = await tryOut(input())
    expect([ok, message]).toEqual([true, expect.stringMatching(/^It works. first-model began to answer after/)])
    expect(detail).toContain('The curtain rises')
  })
})

test('the models of a service are listed, without those that do not chat', async () => {
  const request = { connection: input({ model: null }) }
  const listed = await admin.post<AvailableModels>('/api/admin/models/available', request)
  expect(listed).toMatchObject({ models: [{ id: 'mock-chat' }], problem: null })
  const nowhere = { connection: input({ baseUrl: 'http://127.0.0.1:9/v1' }) }
  const failed = await admin.post<AvailableModels>('/api/admin/models/available', nowhere)
  expect(failed).toMatchObject({ models: [], problem: expect.stringContaining('Nothing answers') })
})

describe('a list of models', () => {
  const listFrom = async (ids: string[]) => {
    const models = { object: 'list', data: ids.map((id) => ({ id, object: 'model' })) }
    const upstream = await startScriptedUpstream(() => null, { '/v1/models': models })
    const request = { connection: input({ model: null, baseUrl: upstream.baseUrl }) }
    try {
      return await admin.post<AvailableModels>('/api/admin/models/available', request)
    } finally {
      await upstream.close()
    }
  }
  const many = (count: number) => Array.from({ length: count }, (_, index) => `maker/model-${index}`)

  test('of 1,000 names is whole, without models that do not chat', async () => {
    const { models, problem } = await listFrom([...many(1_000), 'text-embedding-3', 'n'.repeat(201)])
    expect([models.length, problem]).toEqual([1_000, null])
  })

  test('without any chat model says so', async () => {
    const none = await listFrom(['text-embedding-3', 'whisper-1'])
    expect(none).toMatchObject({ models: [], problem: expect.stringContaining('no chat model') })
  })
})

test('the model of the environment is used first, is read-only, and connections follow it', async () => {
  const set = await createOwnApp({ env: { MODEL_API_KEY: key } })
  const boss = await set.signUp('boss', { accountType: 'admin' })
  await boss.post('/api/admin/models', input())
  const { connections, services } = await boss.get<ModelConnections>('/api/admin/models')
  expect(connections.map(({ source }) => source)).toEqual(['environment', 'connection'])
  expect(connections[0]).toMatchObject({ id: 'environment', model: 'mock-chat', baseUrl: set.upstream.baseUrl })
  expect(JSON.stringify(connections)).not.toContain(key)
  expect(services.length).toBeGreaterThan(11)
  const paths = ['DELETE', 'PUT'].map((method) => boss.request(method, '/api/admin/models/environment', input()))
  expect((await Promise.all(paths)).map(({ status }) => status)).toEqual([404, 404])
  const { id } = await createCharacter(boss)
  await boss.chat(id, 'Hello')
  set.upstream.failure = 'unauthorized'
  await boss.chat(id, 'And now?')
  expect([set.upstream.requests.length, first.requests.length]).toEqual([2, 1])
})
