import { hash } from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'
import { authMessages, type User } from '#shared/accounts.ts'
import type { ErrorBody } from '#shared/errors.ts'
import { setAccountType } from '#tests/support/account-type.ts'
import { type ApiResponse, type Client, createCharacter, createSharedApp } from '#tests/support/test-app.ts'

type AuthBody = { user: User } & ErrorBody

/** Environment changes take effect at the next restart. */
const env: Record<string, string> = { LOG_LEVEL: 'trace' }
const password = 'quiet-harbor'

const app = await createSharedApp({ env })

const register = (body: unknown) => app.visitor().request<AuthBody>('POST', '/api/auth/register', body)
const login = (body: unknown) => app.visitor().request<AuthBody>('POST', '/api/auth/login', body)
const withoutId = (response: ApiResponse<AuthBody>) => ({ ...response.body, requestId: null })

describe('registering', () => {
  it('signs in and returns only the public fields of the account (spec 6.free.4)', async () => {
    const client = app.visitor()
    const { status, body } = await client.request<AuthBody>('POST', '/api/auth/register', {
      username: 'Wanda',
      password,
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      user: {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
        username: 'Wanda',
        name: 'Wanda',
        displayName: null,
        playerName: null,
        accountType: 'free',
        isModerator: false,
        chatFilter: true,
        memory: true,
        adultConfirmed: false,
        isNewcomer: true,
        maxContentRating: 'explicit',
        dismissedAnnouncement: null,
        deletionScheduledAt: null,
        suspendedUntil: null,
        createdAt: expect.any(Number),
      },
    })
    expect(await client.get('/api/auth/me')).toEqual(body)
  })

  it.each([
    { sent: {}, field: 'username', error: 'Please fill in all fields' },
    { sent: { username: ' \t\u3000', password }, field: 'username', error: 'Please fill in all fields' },
    { sent: { username: 'missing-2', password: '' }, field: 'username', error: 'Please fill in all fields' },
    {
      sent: { username: 'b', password: '🗝🗝🗝🗝🗝' },
      field: 'password',
      error: 'Password must be at least 6 characters long',
    },
    { sent: { username: 'c', password: 'PassWord' }, field: 'password', error: authMessages.passwordCommon },
  ])('rejects $sent: $error', async ({ sent, field, error }) => {
    const response = await register(sent)
    expect(response.status).toBe(400)
    expect(withoutId(response)).toEqual({
      error,
      code: 'validation_failed',
      requestId: null,
      fields: { [field]: error },
    })
    expect(response.headers.getSetCookie()).toEqual([])
  })

  it.each([
    { sent: { username: null, password } },
    { sent: { username: { $ne: '' }, password } },
    { sent: null },
    { sent: 'username=e' },
  ])('rejects a malformed body: $sent', async ({ sent }) => {
    expect((await register(sent)).status).toBe(400)
    expect((await login(sent)).status).toBe(400)
  })

  it('ignores account type, id and display name in the body', async () => {
    const extras = {
      accountType: 'admin',
      account_type: 'admin',
      id: 'mine',
      isSystem: 1,
      adultConfirmed: true,
      displayName: 'X',
    }
    const { body } = await register({ username: 'extra-fields', password, ...extras })
    expect(body.user).toMatchObject({ accountType: 'free', adultConfirmed: false, displayName: null, chatFilter: true })
    expect(body.user.id).not.toBe('mine')
  })
})

describe('usernames', () => {
  it.each([
    { sent: '  Juniper  ', stored: 'Juniper', same: ['juniper', 'JUNIPER', '\tJuniper\n', 'Ｊｕｎｉｐｅｒ'] },
    { sent: 'Zoe\u0308', stored: 'Zoë', same: ['zoë', 'ZOË', 'zoe\u0308'] },
    { sent: 'ﬁnn', stored: 'finn', same: ['FINN', 'Finn'] },
    { sent: 'ΟΔΥΣΣΕΎΣ', stored: 'ΟΔΥΣΣΕΎΣ', same: ['οδυσσεύς', 'Οδυσσεύς'] },
    { sent: 'O’Hara & "Sons" <b>%_', stored: 'O’Hara & "Sons" <b>%_', same: ['o’hara & "sons" <B>%_'] },
  ])('$sent is stored as $stored and is the same name as $same (spec 7.calls.auth)', async ({ sent, stored, same }) => {
    const { body } = await register({ username: sent, password })
    expect(body.user.username).toBe(stored)
    for (const username of [sent, stored, ...same]) {
      expect((await register({ username, password })).status, `${username} is taken`).toBe(409)
      expect((await login({ username, password })).body.user.id, `${username} may log in`).toBe(body.user.id)
    }
  })

  it('have at most 64 characters, counted as code points', async () => {
    const mask = '🎭'
    expect((await register({ username: ` ${mask.repeat(64)} `, password })).status).toBe(200)
    expect((await register({ username: 'w'.repeat(64), password })).status).toBe(200)
    for (const username of [mask.repeat(65), 'w'.repeat(65), 'w'.repeat(900)]) {
      const { status, body } = await register({ username, password })
      expect([status, body.error]).toEqual([400, 'Username must be 64 characters or less'])
    }
  })
})

it.each([
  ['mind the  gap', 'Username has several spaces in a row'],
  ['Аda', 'Username mixes letters of different alphabets in one word'],
  ['A\u200dda', 'Username contains characters that cannot be shown'],
])('names that imitate others cannot be registered: %j', async (username, error) => {
  const { status, body } = await register({ username, password })
  expect([status, body.error]).toEqual([400, error])
})

describe('reserved names', () => {
  it.each(['Admin', 'm0derator', 'ѕуѕтем', 'Troupe Team'])('cannot be registered: %s', async (username) => {
    const { status, body } = await register({ username, password })
    expect([status, body.code, body.error]).toEqual([409, 'username_taken', authMessages.usernameReserved])
  })

  it('are allowed for admins', async () => {
    const operator = await app.signUp(undefined, { accountType: 'admin' })
    const { user } = await operator.put<AuthBody>('/api/auth/user/profile', { displayName: 'Moderator' })
    expect(user.displayName).toBe('Moderator')
  })
})

describe('logging in', () => {
  it.each([
    { username: '', password },
    { username: '   ', password },
    { username: 'Wanda', password: '' },
  ])('requires a username and a password: %j', async (sent) => {
    const response = await login(sent)
    expect([response.status, response.body.error]).toEqual([400, 'Please enter both username and password'])
  })

  it('gives an unknown user and a wrong password the same response', async () => {
    await register({ username: 'known', password })
    const wrong = await login({ username: 'known', password: 'wrong-door' })
    const unknown = await login({ username: 'unknown', password: 'wrong-door' })
    const system = await login({ username: 'troupe', password: 'wrong-door' })
    expect([wrong.status, withoutId(wrong)]).toEqual([
      401,
      { error: 'Invalid username or password', code: 'invalid_credentials', requestId: null },
    ])
    const names = (response: ApiResponse) => [...response.headers.keys()]
    for (const other of [unknown, system]) {
      expect([other.status, withoutId(other), names(other)]).toEqual([401, withoutId(wrong), names(wrong)])
    }
  })

  it('compares the whole password without trimming it', async () => {
    const long = '🗝'.repeat(500)
    await register({ username: 'long', password: `${long}a` })
    expect((await login({ username: 'long', password: `${long}a` })).status).toBe(200)
    expect((await login({ username: 'long', password: `${long}b` })).status).toBe(401)
    await register({ username: 'spaced', password: '  quiet-harbor ' })
    expect((await login({ username: 'spaced', password: '  quiet-harbor ' })).status).toBe(200)
    expect((await login({ username: 'spaced', password: 'quiet-harbor' })).status).toBe(401)
    expect((await register({ username: 'longer', password: 'x'.repeat(1025) })).status).toBe(400)
  })
})

describe('passwords', () => {
  const hashOf = async (username: string) => (await app.row('users', { username })).password_hash
  // The tests remember the hash of their usual password.
  const password = 'another-harbor'
  const currentFormat = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/

  it('are stored as salted argon2id hashes and rehashed with current parameters at login', async () => {
    await register({ username: 'salted-1', password })
    await register({ username: 'salted-2', password })
    expect(await hashOf('salted-1')).toMatch(currentFormat)
    expect(await hashOf('salted-1')).not.toBe(await hashOf('salted-2'))
    const weak = await hash(password, { memoryCost: 4096, timeCost: 1, parallelism: 1 })
    await app.change('users', { username: 'salted-1' }, { password_hash: weak })
    expect((await login({ username: 'salted-1', password: 'wrong-door' })).status).toBe(401)
    expect(await hashOf('salted-1')).toBe(weak)
    expect((await login({ username: 'salted-1', password })).status).toBe(200)
    expect(await hashOf('salted-1')).toMatch(currentFormat)
    expect((await login({ username: 'salted-1', password })).status).toBe(200)
  })

  it('and session secrets appear in no response and in no log', async () => {
    const canary = 'canary-Kx71pQ'
    const client = app.visitor()
    const responses = [
      await client.request('POST', '/api/auth/register', { username: 'canary', password: canary }),
      await client.request('POST', '/api/auth/register', { username: 'canary', password: canary }),
      await client.request('POST', '/api/auth/register', { username: '', password: canary }),
      await client.request('POST', '/api/auth/register', { username: { password: canary }, password: [canary] }),
      await client.request('POST', '/api/auth/login', { username: 'nobody', password: canary }),
      await client.request('POST', '/api/auth/login', { username: 'canary', password: canary }),
      await client.request('GET', '/api/auth/me'),
      await client.request('PUT', '/api/auth/user/profile', { displayName: 'Canary', password: canary }),
      await client.request('GET', `/api/nowhere?password=${canary}`),
    ]
    const headers = { 'content-type': 'application/json' }
    for (const body of [`{"password":"${canary}"`, `"${canary}`, `{"__proto__":{"password":"${canary}"}}`]) {
      const response = await client.raw('/api/auth/login', { method: 'POST', headers, body })
      responses.push({ status: response.status, headers: response.headers, body: await response.text() })
    }
    const hash = await hashOf('canary')
    const secret = client.cookie.split('.')[1] ?? 'no cookie'
    for (const { body } of responses) {
      expect(JSON.stringify(body)).not.toContain(canary)
      expect(JSON.stringify(body)).not.toContain(hash)
      expect(JSON.stringify(body)).not.toContain(secret)
    }
    for (const confidential of [canary, hash, secret]) expect(app.logged()).not.toContain(confidential)
  })
})

describe('the display name', () => {
  const required = 'Display name is required'
  const long = 'Display name must be 50 characters or less'
  const unprintable = 'Display name contains characters that cannot be shown'

  it.each([
    { sent: 'Ada Quill', stored: 'Ada Quill' },
    { sent: ` ${'🎭'.repeat(50)} `, stored: '🎭'.repeat(50) },
    { sent: '<b>"Ada" & co</b>', stored: '<b>"Ada" & co</b>' },
  ])('$sent is stored (spec 7.calls.profile)', async ({ sent, stored }) => {
    const client = await app.signUp()
    const { user } = await client.put<AuthBody>('/api/auth/user/profile', { displayName: sent })
    expect([user.displayName, user.name, user.username]).toEqual([stored, stored, client.user?.username])
    expect((await client.get<AuthBody>('/api/auth/me')).user).toEqual(user)
    expect((await createCharacter(client)).createdBy).toBe(stored)
  })

  it.each([
    { sent: {}, error: required },
    { sent: { displayName: '  \n\u3000 ' }, error: required },
    { sent: { displayName: '🎭'.repeat(51) }, error: long },
    { sent: { displayName: 'Аda' }, error: 'Display name mixes letters of different alphabets in one word' },
    { sent: { displayName: 'Troupe Support' }, error: authMessages.displayNameReserved },
    { sent: { displayName: 'A\u202eda' }, error: unprintable },
  ])('$error', async ({ sent, error }) => {
    const client = await app.signUp()
    const response = await client.request<AuthBody>('PUT', '/api/auth/user/profile', sent)
    const fields = { displayName: error }
    expect([response.status, withoutId(response)]).toEqual([
      400,
      { error, code: 'validation_failed', requestId: null, fields },
    ])
    expect((await client.get<AuthBody>('/api/auth/me')).user.displayName).toBeNull()
  })

  it('is separate from the name by which characters call the user', async () => {
    const client = await app.signUp()
    await client.put('/api/auth/user/profile', { displayName: 'Ada' })
    const { user } = await client.put<AuthBody>('/api/auth/user/profile', { playerName: ' Captain Marlow ' })
    expect([user.displayName, user.playerName]).toEqual(['Ada', 'Captain Marlow'])
    for (const playerName of ['', '  ', 'x'.repeat(51), 'A\u202eda', 7]) {
      const response = await client.request<AuthBody>('PUT', '/api/auth/user/profile', { playerName })
      expect([response.status, Object.keys(response.body.fields ?? {})]).toEqual([400, ['playerName']])
    }
    expect((await client.get<AuthBody>('/api/auth/me')).user.playerName).toBe('Captain Marlow')
  })
})

describe('the chat filter', () => {
  const filterOf = async (client: Client) => (await client.get<AuthBody>('/api/auth/me')).user.chatFilter

  it('is off for a premium account until it is switched on, and chats follow', async () => {
    const client = await app.signUp(undefined, { accountType: 'premium' })
    const character = await createCharacter(client, { contentRating: 'mature', isPublic: false, kinks: 'long gloves' })
    /** Whether the prompt has what only unfiltered chats may contain. */
    const isUnfiltered = async () => {
      await client.chat(character.id, 'Good evening.')
      return JSON.stringify(app.upstream.requests.at(-1)?.body).includes('long gloves')
    }
    expect([await filterOf(client), await isUnfiltered()]).toEqual([false, true])
    const { user } = await client.put<AuthBody>('/api/auth/chat-filter', { enabled: true })
    expect([user.chatFilter, await filterOf(client), await isUnfiltered()]).toEqual([true, true, false])
    await client.put('/api/auth/chat-filter', { enabled: false })
    expect([await filterOf(client), await isUnfiltered()]).toEqual([false, true])
  })

  it('is kept, and counts again, after an account was free for a while', async () => {
    const client = await app.signUp(undefined, { accountType: 'premium' })
    await client.put('/api/auth/chat-filter', { enabled: true })
    await setAccountType(app, client, { accountType: 'free' })
    expect(await filterOf(client)).toBe(true)
    await setAccountType(app, client, { accountType: 'premium' })
    expect(await filterOf(client)).toBe(true)
  })
})

describe('a newcomer', () => {
  const isNewcomer = async (client: Client) => (await client.get<AuthBody>('/api/auth/me')).user.isNewcomer

  it('is an account until its first message', async () => {
    const client = await app.signUp()
    const { id } = await createCharacter(client)
    const { conversation } = await client.begin(id)
    expect(await isNewcomer(client)).toBe(true)
    await client.chat(id, 'Good evening.', { conversationId: conversation.id })
    expect(await isNewcomer(client)).toBe(false)
  })

  it('is an account until it comes back: by a login, or after a day', async () => {
    const [client, sameSession] = [await app.signUp('comes-back'), await app.signUp()]
    app.clock.advance(2 * 60_000)
    expect(await isNewcomer(client)).toBe(true)
    const { user } = (await login({ username: 'comes-back', password })).body as AuthBody
    expect(user.isNewcomer).toBe(false)
    app.clock.advance(24 * 60 * 60_000)
    expect(await isNewcomer(sameSession)).toBe(false)
  })
})

it('a higher PASSWORD_MIN applies to new passwords and not to existing ones', async () => {
  await register({ username: 'early', password: 'sixsix' })
  env.PASSWORD_MIN = '12'
  await app.restart()
  const short = await register({ username: 'late', password: 'elevenchars' })
  expect([short.status, short.body.error]).toEqual([400, 'Password must be at least 12 characters long'])
  expect((await register({ username: 'late', password: 'twelve chars' })).status).toBe(200)
  expect((await login({ username: 'early', password: 'sixsix' })).status).toBe(200)
})
