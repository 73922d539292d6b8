import { beforeEach, describe, expect, it, test } from 'vitest'
import type { ApiKey } from '#shared/api-keys.ts'
import { maxApiKeys } from '#shared/api-keys.ts'
import type { ErrorBody } from '#shared/errors.ts'
import { createApiKey } from '#tests/support/create-api-key.ts'
import { signUpAdmin } from '#tests/support/moderation.ts'
import { type Client, createCharacter, createSharedApp } from '#tests/support/test-app.ts'

const password = 'quiet-harbor'
const minute = 60_000
const day = 24 * 60 * minute

const app = await createSharedApp({ env: { RATE_LIMITS: 'on', LOG_LEVEL: 'debug' } })
// Accounts are created as if an hour apart, since that is limited.
beforeEach(() => app.clock.advance(61 * minute))

const listKeys = (owner: Client) => owner.get<ApiKey[]>('/api/auth/keys')
const answerTo = async (client: Client) => {
  const { status, body } = await client.request<ErrorBody>('GET', '/api/conversations')
  return [status, body.code]
}

describe('an API key', () => {
  test('is shown once, and stored as a hash', async () => {
    const owner = await app.signUp()
    const { key, id } = await createApiKey(app, owner, { name: ' My  bot ', scope: 'chat', days: 30 })
    expect(key).toMatch(/^trp_[\w-]{43}$/)
    const [listed, ...others] = await listKeys(owner)
    expect(others).toEqual([])
    expect(listed).toEqual({
      id,
      name: 'My bot',
      scope: 'chat',
      prefix: key.slice(0, 8),
      createdAt: expect.any(Number),
      expiresAt: (listed?.createdAt ?? 0) + 30 * day,
      lastUsedAt: null,
    })
    const rows = await app.rows('api_keys')
    const archive = Buffer.from(await (await owner.raw('/api/auth/data')).arrayBuffer())
    for (const text of [JSON.stringify(rows), archive.toString('latin1')]) expect(text).not.toContain(key.slice(8))
  })

  test('needs the password, and an account has a limited number of them', async () => {
    const owner = await app.signUp()
    const body = { name: 'Bot', scope: 'read', days: 30, password: 'a guess' }
    expect(await owner.request('POST', '/api/auth/keys', body)).toMatchObject({ status: 403 })
    const { db } = app.context
    const hashes = Array.from({ length: maxApiKeys }, (_, index) => `hash ${owner.id} ${index}`)
    const row = {
      user_id: owner.id,
      name: 'Bot',
      scope: 'read',
      prefix: 'trp_',
      created_at: 0,
      expires_at: null,
    } as const
    await db
      .insertInto('api_keys')
      .values(hashes.map((hash) => ({ ...row, hash, id: hash })))
      .execute()
    expect(await owner.request('POST', '/api/auth/keys', { ...body, password })).toMatchObject({ status: 400 })
  })

  test('is used without a session, from any origin, in place of the cookie', async () => {
    const [owner, other] = [await app.signUp(), await app.signUp()]
    const { client } = await createApiKey(app, owner)
    client.cookie = other.cookie
    const headers = { 'content-type': 'application/json', origin: 'app://desktop', 'sec-fetch-site': 'cross-site' }
    const body = JSON.stringify({ name: 'Sam' })
    const response = await client.raw('/api/personas', { method: 'POST', headers, body })
    expect([response.status, response.headers.getSetCookie()]).toEqual([201, []])
    expect(await owner.get('/api/personas')).toMatchObject({ personas: [{ name: 'Sam' }] })
    client.key = 'trp_wrong'
    expect(await answerTo(client), 'the cookie does not count').toEqual([401, 'invalid_key'])
  })

  test('says when it was last used, to the minute', async () => {
    const owner = await app.signUp()
    const { client } = await createApiKey(app, owner)
    const usedAt = async () => {
      await answerTo(client)
      return (await listKeys(owner))[0]?.lastUsedAt ?? 0
    }
    const first = await usedAt()
    expect(first).toBeGreaterThan(0)
    app.clock.advance(minute / 2)
    expect(await usedAt()).toBe(first)
    app.clock.advance(minute / 2)
    expect(await usedAt()).toBeGreaterThan(first)
  })

  const ends: [string, (owner: Client, id: string) => Promise<unknown>, [number, string]][] = [
    ['it is revoked', (owner, id) => owner.request('DELETE', `/api/auth/keys/${id}`), [401, 'invalid_key']],
    ['the password is changed', (owner) => changePassword(owner), [401, 'invalid_key']],
    ['the account is to be deleted', (owner) => owner.post('/api/auth/deletion', { password }), [401, 'invalid_key']],
    ['the account is suspended', (owner) => suspend(owner), [403, 'account_suspended']],
    ['it has expired', async () => app.clock.advance(30 * day), [401, 'invalid_key']],
  ]
  test.each(ends)('stops working at once, and its streams within a second, when %s', async (_, end, refusal) => {
    Object.assign(app.upstream.pace, { firstTokenMs: 60_000 })
    const owner = await app.signUp()
    const { client, id } = await createApiKey(app, owner, { days: 30 })
    const { id: characterId } = await createCharacter(owner)
    const reply = await client.stream('POST', '/api/chat', { body: { characterId, message: 'Hello' } })
    expect((await reply.take()).event).toBe('turn')
    await end(owner, id)
    expect(await answerTo(client)).toEqual(refusal)
    expect(await reply.rest()).toEqual([])
  })

  it('of somebody else cannot be revoked', async () => {
    const { id, client } = await createApiKey(app, await app.signUp())
    expect((await (await app.signUp()).request('DELETE', `/api/auth/keys/${id}`)).status).toBe(404)
    expect(await answerTo(client)).toEqual([200, undefined])
  })
})

test('guessing keys is limited for each address, and a right one still works there', async () => {
  const { client } = await createApiKey(app, await app.signUp())
  const guess = app.visitor()
  const headers = { 'x-forwarded-for': '198.51.100.7' }
  const statuses = new Set<number>()
  for (let tries = 0; tries < 31; tries += 1) {
    guess.key = `trp_${String(tries).padStart(43, 'A')}`
    statuses.add((await guess.raw('/api/conversations', { headers })).status)
  }
  expect([...statuses]).toEqual([401, 429])
  expect((await client.raw('/api/conversations', { headers })).status).toBe(200)
})

test('other bearer tokens are refused, and ignored where there is a session', async () => {
  const player = await app.signUp()
  player.key = 'token-of-a-proxy'
  expect(await answerTo(player)).toEqual([200, undefined])
  player.cookie = ''
  expect(await answerTo(player)).toEqual([401, 'invalid_key'])
})

test('no log has a key', async () => {
  const { client, key } = await createApiKey(app, await app.signUp())
  await client.request('POST', '/api/personas', { name: 7 })
  await app.context.db.schema.alterTable('lorebooks').renameTo('lorebooks_away').execute()
  expect((await client.request('GET', '/api/lorebooks')).status).toBe(500)
  await app.context.db.schema.alterTable('lorebooks_away').renameTo('lorebooks').execute()
  expect(app.logged()).toContain('unexpected error')
  expect(app.logged()).not.toContain(key.slice(8))
})

const changePassword = (owner: Client) =>
  owner.post('/api/auth/password', { currentPassword: password, newPassword: 'another-harbor' })

async function suspend(owner: Client) {
  const admin = await signUpAdmin(app)
  await admin.post(`/api/admin/users/${owner.id}/suspension`, { category: 'spam', days: 1 })
}
