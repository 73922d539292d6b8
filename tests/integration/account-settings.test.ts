import { describe, expect, it } from 'vitest'
import { authMessages, type RecoveryCodes, type RecoveryCodesLeft, type Session, type User } from '#shared/accounts.ts'
import { type ErrorBody, errorCatalogue } from '#shared/errors.ts'
import { type Client, createOwnApp, createSharedApp } from '#tests/support/test-app.ts'

type AuthBody = { user: User } & ErrorBody

const password = 'quiet-harbor'
const day = 24 * 60 * 60_000

const app = await createSharedApp({ env: { LOG_LEVEL: 'trace' } })

const login = async (username: string, attempt: string) => {
  const client = app.visitor()
  const response = await client.request<AuthBody>('POST', '/api/auth/login', { username, password: attempt })
  return { client, ...response }
}
const nameOf = (client: Client) => client.user?.username ?? ''
const isSignedIn = async (client: Client) => (await client.request('GET', '/api/auth/me')).status === 200
const changePassword = (client: Client, body: unknown) => client.request<AuthBody>('POST', '/api/auth/password', body)
const createCodes = (client: Client) => client.post<RecoveryCodes>('/api/auth/recovery-codes', { password })
const recover = async (body: unknown) => {
  const client = app.visitor()
  return { client, ...(await client.request<AuthBody>('POST', '/api/auth/recover', body)) }
}

describe('changing the password', () => {
  it('ends every other session and gives this one a new cookie', async () => {
    const client = await app.signUp()
    const otherSession = (await login(nameOf(client), password)).client
    const oldSession = app.visitor()
    oldSession.cookie = client.cookie
    const { status, body } = await changePassword(client, {
      currentPassword: password,
      newPassword: 'a longer password',
    })
    expect([status, body]).toEqual([200, { user: client.user, recoveryCodesEnded: 0 }])
    expect(client.cookie).not.toBe(oldSession.cookie)
    expect(await Promise.all([client, otherSession, oldSession].map(isSignedIn))).toEqual([true, false, false])
    expect((await login(nameOf(client), password)).status).toBe(401)
    expect((await login(nameOf(client), 'a longer password')).status).toBe(200)
  })

  it('ends the recovery codes, and says how many', async () => {
    const client = await app.signUp()
    const { codes } = await createCodes(client)
    const newPassword = 'a longer password'
    const { body } = await changePassword(client, { currentPassword: password, newPassword })
    expect(body).toEqual({ user: client.user, recoveryCodesEnded: 10 })
    expect(await client.get('/api/auth/recovery-codes')).toEqual({ remaining: 0, createdAt: null })
    expect((await recover({ username: nameOf(client), code: codes[0], newPassword })).status).toBe(401)
  })

  it('leaves no session that an old password opened at the same time', async () => {
    for (let round = 0; round < 4; round += 1) {
      const client = await app.signUp()
      const change = () => changePassword(client, { currentPassword: password, newPassword: 'a longer password' })
      const logIn = () => login(nameOf(client), password)
      // The change and the logins share a queue: with it in different places, some logins end before it and some after.
      const queue = [logIn, logIn, logIn, logIn, logIn, logIn]
      queue.splice(round, 0, async () => ({ client, ...(await change()) }))
      const responses = await Promise.all(queue.map((send) => send()))
      expect(responses[round]?.status).toBe(200)
      expect(await client.get<Session[]>('/api/auth/sessions')).toHaveLength(1)
    }
  })

  it('fails when another request has changed it since it was checked', async () => {
    const client = await app.signUp()
    const other = (await login(nameOf(client), password)).client
    const changes = [client, other].map((device, index) =>
      changePassword(device, { currentPassword: password, newPassword: `a longer password ${index}` }),
    )
    const statuses = (await Promise.all(changes)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    const winner = statuses.indexOf(200)
    expect((await login(nameOf(client), `a longer password ${winner}`)).status).toBe(200)
  })

  it('requires the current password', async () => {
    const client = await app.signUp()
    for (const currentPassword of ['quiet-harbors', 'Stage-door', '', `${password} `]) {
      const { status, body } = await changePassword(client, { currentPassword, newPassword: 'a longer password' })
      const error = errorCatalogue.wrong_password.message
      expect([status, body.code, body.fields]).toEqual([403, 'wrong_password', { currentPassword: error }])
    }
    expect((await login(nameOf(client), password)).status).toBe(200)
  })

  it.each([
    ['12345', authMessages.passwordShort(6)],
    ['', authMessages.passwordShort(6)],
    ['password', authMessages.passwordCommon],
  ])('rejects %j as the new password, as a registration does', async (newPassword, message) => {
    const client = await app.signUp()
    const { status, body } = await changePassword(client, { currentPassword: password, newPassword })
    expect([status, body.fields]).toEqual([400, { newPassword: message }])
    expect((await login(nameOf(client), password)).status).toBe(200)
  })
})

describe('recovery codes', () => {
  it('do not exist at first; ten are created, shown once and stored as hashes', async () => {
    const client = await app.signUp()
    const left = () => client.get<RecoveryCodesLeft>('/api/auth/recovery-codes')
    expect(await left()).toEqual({ remaining: 0, createdAt: null })
    const { codes, createdAt } = await createCodes(client)
    expect(new Set(codes).size).toBe(10)
    expect(await left()).toEqual({ remaining: 10, createdAt })
    const stored = JSON.stringify(await app.rows('recovery_codes'))
    for (const code of codes) {
      expect(code).toMatch(/^(?:[0-9A-Z]{4}-){6}[0-9A-Z]{4}$/)
      expect(stored).not.toContain(code)
      expect(app.logged()).not.toContain(code)
    }
  })

  it('each set a new password once, sign in and end every session', async () => {
    const client = await app.signUp()
    const [first = '', second = ''] = (await createCodes(client)).codes
    const username = nameOf(client)
    const recovery = await recover({
      username: username.toUpperCase(),
      code: first.toLowerCase(),
      newPassword: 'found again',
    })
    expect([recovery.status, recovery.body.user]).toEqual([200, { ...client.user, isNewcomer: false }])
    expect(await Promise.all([recovery.client, client].map(isSignedIn))).toEqual([true, false])
    expect((await login(username, password)).status).toBe(401)
    expect((await login(username, 'found again')).status).toBe(200)
    expect((await recover({ username, code: first, newPassword: 'and again' })).status).toBe(401)
    expect((await recovery.client.get<RecoveryCodesLeft>('/api/auth/recovery-codes')).remaining).toBe(9)
    expect((await recover({ username, code: second.replaceAll('-', ' '), newPassword: 'and again' })).status).toBe(200)
  })

  it('are invalid after new ones are created', async () => {
    const client = await app.signUp()
    const [old = ''] = (await createCodes(client)).codes
    const [fresh = ''] = (await createCodes(client)).codes
    const username = nameOf(client)
    expect((await recover({ username, code: old, newPassword: 'found again' })).status).toBe(401)
    expect((await recover({ username, code: fresh, newPassword: 'found again' })).status).toBe(200)
  })

  it('sign in one of twenty concurrent requests with the same code', async () => {
    const client = await app.signUp()
    const [code = ''] = (await createCodes(client)).codes
    const tries = Array.from({ length: 20 }, (_, index) =>
      recover({ username: nameOf(client), code, newPassword: `found again ${index}` }),
    )
    const responses = await Promise.all(tries)
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(19)
    const newPassword = `found again ${responses.findIndex(({ status }) => status === 200)}`
    expect((await login(nameOf(client), newPassword)).status).toBe(200)
  })

  it('give an unknown name, a wrong code and another user’s code the same response', async () => {
    const [client, other] = [await app.signUp(), await app.signUp()]
    await createCodes(client)
    const [theirs = ''] = (await createCodes(other)).codes
    const guesses = [
      { username: 'unknown', code: theirs },
      { username: nameOf(client), code: theirs },
      { username: nameOf(client), code: 'a guess' },
      { username: 'troupe', code: theirs },
    ]
    const responses = await Promise.all(guesses.map((guess) => recover({ ...guess, newPassword: 'found again' })))
    for (const { status, body, headers } of responses) {
      const { message } = errorCatalogue.invalid_recovery
      const error = { error: message, code: 'invalid_recovery', requestId: expect.any(String) }
      expect([status, body, headers.getSetCookie()]).toEqual([401, error, []])
    }
    expect(await isSignedIn(other)).toBe(true)
  })

  it('stay valid when the new password is rejected', async () => {
    const client = await app.signUp()
    const [code = ''] = (await createCodes(client)).codes
    const username = nameOf(client)
    const weak = await recover({ username, code, newPassword: '12345' })
    expect([weak.status, weak.body.fields]).toEqual([400, { newPassword: authMessages.passwordShort(6) }])
    for (const empty of [{}, { username, code }, { username, newPassword: 'found again' }, { code }]) {
      expect((await recover(empty)).body.error).toBe(authMessages.recoverMissing)
    }
    expect((await recover({ username, code, newPassword: 'found again' })).status).toBe(200)
  })
})

describe('the list of sessions', () => {
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

  it('marks the current session and contains no secret', async () => {
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

  it('does not contain expired sessions', async () => {
    const client = await app.signUp()
    await loginFrom(client, firefox)
    app.clock.advance(10 * day)
    expect(await isSignedIn(client)).toBe(true)
    app.clock.advance(10 * day)
    expect(await sessionsOf(client)).toHaveLength(1)
  })

  it('lets the user end one session, and no session of another user', async () => {
    const [client, otherUser] = [await app.signUp(), await app.signUp()]
    const [ended, active] = [await loginFrom(client, firefox), await loginFrom(client, 'curl/8.5.0')]
    const endedId = (await sessionsOf(client)).find((session) => session.device === 'Firefox on Linux')?.id
    expect((await otherUser.request('DELETE', `/api/auth/sessions/${endedId}`)).status).toBe(404)
    expect(await isSignedIn(ended)).toBe(true)
    expect((await client.request('DELETE', `/api/auth/sessions/${endedId}`)).status).toBe(204)
    expect((await client.request('DELETE', `/api/auth/sessions/${endedId}`)).status).toBe(404)
    expect(await Promise.all([client, ended, active, otherUser].map(isSignedIn))).toEqual([true, false, true, true])
  })

  it('lets the user end all other sessions', async () => {
    const [client, otherUser] = [await app.signUp(), await app.signUp()]
    const others = [await loginFrom(client, firefox), await loginFrom(client, firefox)]
    expect((await client.request('DELETE', '/api/auth/sessions')).status).toBe(204)
    expect(await Promise.all([client, otherUser, ...others].map(isSignedIn))).toEqual([true, true, false, false])
    expect(await sessionsOf(client)).toHaveLength(1)
  })

  it('lets the user end the current session, like a logout', async () => {
    const client = await app.signUp()
    const [session] = await sessionsOf(client)
    const response = await client.request('DELETE', `/api/auth/sessions/${session?.id}`)
    expect([response.status, response.headers.getSetCookie()[0]]).toEqual([204, expect.stringMatching(/^sid=;/)])
  })
})

it('the limit on guesses is shared by passwords and recovery codes at login, and by all confirmations of one’s own password', async () => {
  const other = await createOwnApp({ env: { RATE_LIMITS: 'on' } })
  const client = await other.signUp()
  const attempt = async (path: string, body: unknown, times: number) => {
    const statuses: number[] = []
    for (let count = 0; count < times; count += 1) statuses.push((await client.request('POST', path, body)).status)
    return statuses
  }
  const wrong = { username: nameOf(client), code: 'a guess', newPassword: 'found again', password: 'a guess' }
  expect(await attempt('/api/auth/login', wrong, 5)).toEqual(Array(5).fill(401))
  expect(await attempt('/api/auth/recover', wrong, 6)).toEqual([401, 401, 401, 401, 401, 429])
  expect(await attempt('/api/auth/recovery-codes', wrong, 5)).toEqual(Array(5).fill(403))
  expect(await attempt('/api/auth/deletion', wrong, 6)).toEqual([403, 403, 403, 403, 403, 429])
  const right = { currentPassword: password, newPassword: 'a longer password' }
  expect(await attempt('/api/auth/password', right, 1)).toEqual([429])
})
