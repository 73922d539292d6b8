import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authMessages, type RecoveryCodes, type RecoveryCodesLeft, type Session, type User } from '#shared/accounts.ts'
import { type ErrorBody, errorCatalogue } from '#shared/errors.ts'
import { type Client, createTestApp, type TestApp } from '#tests/support/test-app.ts'

type Told = { user: User } & ErrorBody

const password = 'stage-door'
const day = 24 * 60 * 60_000
let app: TestApp

beforeAll(async () => {
  app = await createTestApp({ env: { LOG_LEVEL: 'trace' } })
})
afterAll(() => app.close())

const login = async (username: string, word: string) => {
  const client = app.visitor()
  const answer = await client.request<Told>('POST', '/api/auth/login', { username, password: word })
  return { client, ...answer }
}
const nameOf = (client: Client) => client.user?.username ?? ''
const isIn = async (client: Client) => (await client.request('GET', '/api/auth/me')).status === 200
const change = (client: Client, body: unknown) => client.request<Told>('POST', '/api/auth/password', body)
const makeCodes = (client: Client) => client.post<RecoveryCodes>('/api/auth/recovery-codes', { password })
const recover = async (body: unknown) => {
  const client = app.visitor()
  return { client, ...(await client.request<Told>('POST', '/api/auth/recover', body)) }
}

describe('changing the password', () => {
  it('ends every other session, and gives this one a new cookie', async () => {
    const client = await app.signUp()
    const elsewhere = (await login(nameOf(client), password)).client
    const before = app.visitor()
    before.cookie = client.cookie
    const { status, body } = await change(client, { currentPassword: password, newPassword: 'a longer word' })
    expect([status, body]).toEqual([200, { user: client.user }])
    expect(client.cookie).not.toBe(before.cookie)
    expect(await Promise.all([client, elsewhere, before].map(isIn))).toEqual([true, false, false])
    expect((await login(nameOf(client), password)).status).toBe(401)
    expect((await login(nameOf(client), 'a longer word')).status).toBe(200)
  })

  it('wants the current one', async () => {
    const client = await app.signUp()
    for (const currentPassword of ['stage-doors', 'Stage-door', '', `${password} `]) {
      const { status, body } = await change(client, { currentPassword, newPassword: 'a longer word' })
      const error = errorCatalogue.wrong_password.message
      expect([status, body.code, body.fields]).toEqual([403, 'wrong_password', { currentPassword: error }])
    }
    expect((await login(nameOf(client), password)).status).toBe(200)
  })

  it.each([
    ['12345', authMessages.passwordShort(6)],
    ['', authMessages.passwordShort(6)],
    ['password', authMessages.passwordCommon],
  ])('refuses %j as the new one, as a sign-up does', async (newPassword, message) => {
    const client = await app.signUp()
    const { status, body } = await change(client, { currentPassword: password, newPassword })
    expect([status, body.fields]).toEqual([400, { newPassword: message }])
    expect((await login(nameOf(client), password)).status).toBe(200)
  })
})

describe('recovery codes', () => {
  it('are none at first; ten are made, told once, and kept as hashes', async () => {
    const client = await app.signUp()
    const left = () => client.get<RecoveryCodesLeft>('/api/auth/recovery-codes')
    expect(await left()).toEqual({ remaining: 0, createdAt: null })
    const { codes, createdAt } = await makeCodes(client)
    expect(new Set(codes).size).toBe(10)
    expect(await left()).toEqual({ remaining: 10, createdAt })
    const kept = JSON.stringify(await app.context.db.selectFrom('recovery_codes').selectAll().execute())
    for (const code of codes) {
      expect(code).toMatch(/^(?:[0-9A-Z]{4}-){6}[0-9A-Z]{4}$/)
      expect(kept).not.toContain(code)
      expect(app.logged()).not.toContain(code)
    }
  })

  it('want the password', async () => {
    const client = await app.signUp()
    const { status, body } = await client.request<Told>('POST', '/api/auth/recovery-codes', { password: 'a guess' })
    expect([status, body.code]).toEqual([403, 'wrong_password'])
    expect(await client.get('/api/auth/recovery-codes')).toEqual({ remaining: 0, createdAt: null })
  })

  it('let their owner in once each, with a new password, and end every session', async () => {
    const client = await app.signUp()
    const [first = '', second = ''] = (await makeCodes(client)).codes
    const username = nameOf(client)
    const back = await recover({
      username: username.toUpperCase(),
      code: first.toLowerCase(),
      newPassword: 'found again',
    })
    expect([back.status, back.body.user]).toEqual([200, client.user])
    expect(await Promise.all([back.client, client].map(isIn))).toEqual([true, false])
    expect((await login(username, password)).status).toBe(401)
    expect((await login(username, 'found again')).status).toBe(200)
    expect((await recover({ username, code: first, newPassword: 'and again' })).status).toBe(401)
    expect((await back.client.get<RecoveryCodesLeft>('/api/auth/recovery-codes')).remaining).toBe(9)
    expect((await recover({ username, code: second.replaceAll('-', ' '), newPassword: 'and again' })).status).toBe(200)
  })

  it('are worth nothing once others were made', async () => {
    const client = await app.signUp()
    const [old = ''] = (await makeCodes(client)).codes
    const [fresh = ''] = (await makeCodes(client)).codes
    const username = nameOf(client)
    expect((await recover({ username, code: old, newPassword: 'found again' })).status).toBe(401)
    expect((await recover({ username, code: fresh, newPassword: 'found again' })).status).toBe(200)
  })

  it('let one in of twenty who hold the same', async () => {
    const client = await app.signUp()
    const [code = ''] = (await makeCodes(client)).codes
    const tries = Array.from({ length: 20 }, (_, turn) =>
      recover({ username: nameOf(client), code, newPassword: `found again ${turn}` }),
    )
    const answers = await Promise.all(tries)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(19)
    const word = `found again ${answers.findIndex(({ status }) => status === 200)}`
    expect((await login(nameOf(client), word)).status).toBe(200)
  })

  it('tell an unknown name, a wrong code and somebody else’s code alike', async () => {
    const [client, other] = [await app.signUp(), await app.signUp()]
    await makeCodes(client)
    const [theirs = ''] = (await makeCodes(other)).codes
    const guesses = [
      { username: 'nobody by that name', code: theirs },
      { username: nameOf(client), code: theirs },
      { username: nameOf(client), code: 'a guess' },
      { username: 'troupe', code: theirs },
    ]
    const answers = await Promise.all(guesses.map((guess) => recover({ ...guess, newPassword: 'found again' })))
    for (const { status, body, headers } of answers) {
      const { message } = errorCatalogue.invalid_recovery
      const told = { error: message, code: 'invalid_recovery', requestId: expect.any(String) }
      expect([status, body, headers.getSetCookie()]).toEqual([401, told, []])
    }
    expect(await isIn(other)).toBe(true)
  })

  it('are not spent on a password that is refused', async () => {
    const client = await app.signUp()
    const [code = ''] = (await makeCodes(client)).codes
    const username = nameOf(client)
    const weak = await recover({ username, code, newPassword: '12345' })
    expect([weak.status, weak.body.fields]).toEqual([400, { newPassword: authMessages.passwordShort(6) }])
    for (const empty of [{}, { username, code }, { username, newPassword: 'found again' }, { code }]) {
      expect((await recover(empty)).body.error).toBe(authMessages.recoverMissing)
    }
    expect((await recover({ username, code, newPassword: 'found again' })).status).toBe(200)
  })
})

describe('where one is signed in', () => {
  const sessionsOf = (client: Client) => client.get<Session[]>('/api/auth/sessions')
  const loginFrom = async (client: Client, userAgent: string) => {
    const other = app.visitor()
    const body = JSON.stringify({ username: nameOf(client), password })
    const headers = { 'content-type': 'application/json', 'user-agent': userAgent }
    const response = await other.raw('/api/auth/login', { method: 'POST', headers, body })
    other.cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    return other
  }
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

  it('lists them, this one marked, and nothing that would let anyone in', async () => {
    const client = await app.signUp()
    const other = await loginFrom(client, firefox)
    await loginFrom(await app.signUp(), firefox)
    const sessions = await sessionsOf(client)
    expect(sessions).toHaveLength(2)
    expect(sessions.filter((session) => session.current)).toEqual([
      {
        id: client.cookie.split('=')[1]?.split('.')[0],
        device: 'node',
        kind: 'program',
        createdAt: expect.any(Number),
        lastSeenAt: expect.any(Number),
        current: true,
      },
    ])
    expect(sessions.find((session) => !session.current)).toMatchObject({ device: 'Firefox on Linux', kind: 'computer' })
    for (const { cookie } of [client, other]) expect(JSON.stringify(sessions)).not.toContain(cookie.split('.')[1])
  })

  it('leaves out what is over', async () => {
    const client = await app.signUp()
    await loginFrom(client, firefox)
    app.clock.advance(10 * day)
    expect(await isIn(client)).toBe(true)
    app.clock.advance(10 * day)
    expect(await sessionsOf(client)).toHaveLength(1)
  })

  it('signs one of them out, and nobody else’s', async () => {
    const [client, stranger] = [await app.signUp(), await app.signUp()]
    const [gone, kept] = [await loginFrom(client, firefox), await loginFrom(client, 'curl/8.5.0')]
    const goneId = (await sessionsOf(client)).find((session) => session.device === 'Firefox on Linux')?.id
    expect((await stranger.request('DELETE', `/api/auth/sessions/${goneId}`)).status).toBe(404)
    expect(await isIn(gone)).toBe(true)
    expect((await client.request('DELETE', `/api/auth/sessions/${goneId}`)).status).toBe(204)
    expect((await client.request('DELETE', `/api/auth/sessions/${goneId}`)).status).toBe(404)
    expect(await Promise.all([client, gone, kept, stranger].map(isIn))).toEqual([true, false, true, true])
  })

  it('signs all others out', async () => {
    const [client, stranger] = [await app.signUp(), await app.signUp()]
    const others = [await loginFrom(client, firefox), await loginFrom(client, firefox)]
    expect((await client.request('DELETE', '/api/auth/sessions')).status).toBe(204)
    expect(await Promise.all([client, stranger, ...others].map(isIn))).toEqual([true, true, false, false])
    expect(await sessionsOf(client)).toHaveLength(1)
  })

  it('signs itself out like a logout', async () => {
    const client = await app.signUp()
    const [session] = await sessionsOf(client)
    const answer = await client.request('DELETE', `/api/auth/sessions/${session?.id}`)
    expect([answer.status, answer.headers.getSetCookie()[0]]).toEqual([204, expect.stringMatching(/^sid=;/)])
  })
})

describe('guesses', () => {
  it('at a recovery code are counted with those at the password; at one’s own password, by the account', async () => {
    const strict = await createTestApp({ env: { RATE_LIMITS: 'on' } })
    try {
      const client = await strict.signUp()
      const guessed = async (path: string, body: unknown, times: number) => {
        const statuses: number[] = []
        for (let turn = 0; turn < times; turn += 1) statuses.push((await client.request('POST', path, body)).status)
        return statuses
      }
      const wrong = { username: nameOf(client), code: 'a guess', newPassword: 'found again', password: 'a guess' }
      expect(await guessed('/api/auth/login', wrong, 5)).toEqual(Array(5).fill(401))
      expect(await guessed('/api/auth/recover', wrong, 6)).toEqual([401, 401, 401, 401, 401, 429])
      expect(await guessed('/api/auth/recovery-codes', wrong, 5)).toEqual(Array(5).fill(403))
      expect(await guessed('/api/auth/deletion', wrong, 6)).toEqual([403, 403, 403, 403, 403, 429])
      const right = { currentPassword: password, newPassword: 'a longer word' }
      expect(await guessed('/api/auth/password', right, 1)).toEqual([429])
    } finally {
      await strict.close()
    }
  })
})
