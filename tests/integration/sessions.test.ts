import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it, test } from 'vitest'
import { deleteLoginsOf } from '#server/accounts/sessions/queries.ts'
import { sessionLifetime } from '#server/accounts/sessions/session.ts'
import { setRoleByName } from '#server/admin/users/set-role.ts'
import { openDatabase } from '#server/db/database.ts'
import type { ErrorBody } from '#shared/errors.ts'
import { signUpAdmin } from '#tests/support/moderation.ts'
import { type Client, createCharacter, createSharedApp } from '#tests/support/test-app.ts'

const password = 'quiet-harbor'
const day = 24 * 60 * 60 * 1000

/** Environment changes take effect at the next restart. */
const env: Record<string, string> = {}

const app = await createSharedApp({ env })

/** A client with this `Cookie` header. */
function clientWith(cookie: string): Client {
  const client = app.visitor()
  client.cookie = cookie
  return client
}

async function statusWith(cookie: string): Promise<number> {
  return (await clientWith(cookie).request('GET', '/api/auth/me')).status
}

const login = (client: Client, username: string) => client.post('/api/auth/login', { username, password })

/** A well-formed session cookie that was never issued. */
const forged = `sid=${'A'.repeat(22)}.${'B'.repeat(43)}`

describe('the session cookie', () => {
  test('is HttpOnly, SameSite=Lax and valid for 90 days', async () => {
    const response = await app.visitor().raw('/api/auth/register', registration('baker'))
    const [cookie = '', ...others] = response.headers.getSetCookie()
    expect(others).toEqual([])
    const [value = '', ...attributes] = cookie.split('; ')
    expect(value).toMatch(/^sid=[\w-]{22}\.[\w-]{43}$/)
    expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=7776000', 'Path=/', 'SameSite=Lax'])
    expect(await response.text(), 'the body does not contain the secret').not.toContain(value.split('.')[1])
  })

  test('is deleted at logout, with an empty body or an empty object as JSON (spec 7.calls.logout)', async () => {
    for (const body of ['', '{}']) {
      const client = await app.signUp()
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
      expect((await client.raw('/api/auth/logout', init)).status).toBe(204)
      expect((await client.raw('/api/auth/me')).status).toBe(401)
    }
  })

  test('is deleted at logout, together with the browser cache', async () => {
    const client = await app.signUp()
    const response = await client.raw('/api/auth/logout', { method: 'POST' })
    expect(response.status).toBe(204)
    expect(response.headers.get('clear-site-data')).toBe('"cache"')
    const [cookie = ''] = response.headers.getSetCookie()
    expect(cookie).toMatch(/^sid=;.*Expires=Thu, 01 Jan 1970 00:00:00 GMT/)
  })

  test('is stored as a hash', async () => {
    const client = await app.signUp()
    const [id = '', secret = ''] = client.cookie.replace('sid=', '').split('.')
    const row = await app.row('sessions', { id })
    expect(row.secret_hash).toBe(createHash('sha256').update(secret).digest('hex'))
    expect(JSON.stringify(row)).not.toContain(secret)
  })
})

/** Each returns a cookie that an attacker would use; none of them may give access. */
const attacks: Record<string, () => Promise<string>> = {
  'a cookie planted before logging in': async () => {
    await app.signUp('planted-2')
    await login(clientWith(forged), 'planted-2')
    return forged
  },
  "the attacker's own session, planted before the victim logs in": async () => {
    await app.signUp('planted-4')
    const attacker = await app.signUp()
    await login(clientWith(attacker.cookie), 'planted-4')
    return attacker.cookie
  },
  "an id planted with a secret of the attacker's": async () => {
    const planted = (await app.signUp()).cookie.replace(/\..*/, `.${'C'.repeat(43)}`)
    await app.signUp('planted-5')
    await login(clientWith(planted), 'planted-5')
    return planted
  },
  'the session before logging in again': async () => {
    const client = await app.signUp('again')
    const { cookie } = client
    await login(client, 'again')
    return cookie
  },
  'the session after logging out': async () => {
    const { cookie } = await app.signUp()
    await clientWith(cookie).post('/api/auth/logout')
    return cookie
  },
  'the session of a deleted account': async () => {
    const client = await app.signUp()
    await app.context.db.deleteFrom('users').where('id', '=', client.id).execute()
    return client.cookie
  },
  'a session from before the account became an admin': async () => {
    const client = await app.signUp('promoted')
    await setRoleByName(app.context, 'promoted', 'admin')
    return client.cookie
  },
  'a session from before admin rights were revoked': async () => {
    const client = await app.signUp('dismissed', { accountType: 'admin' })
    await setRoleByName(app.context, 'dismissed', 'none')
    return client.cookie
  },
  'a session idle for two weeks and a minute': async () => {
    const { cookie } = await app.signUp()
    app.clock.advance(14 * day + 60_000)
    return cookie
  },
  'a session used every day for 90 days': async () => {
    const { cookie } = await app.signUp()
    for (let days = 0; days < 90; days += 1) {
      expect(await statusWith(cookie), `day ${days}`).toBe(200)
      app.clock.advance(day)
    }
    app.clock.advance(1)
    return cookie
  },
  "an admin's session, idle for half a day and a minute": async () => {
    const client = await app.signUp(undefined, { accountType: 'admin' })
    app.clock.advance(12 * 60 * 60 * 1000 + 60_000)
    return client.cookie
  },
}

/** Each turns a valid session into a cookie that must be invalid. */
const tampered: Record<string, (session: { id: string; secret: string; other: string; user: string }) => string> = {
  'no value': () => 'sid=',
  'the id alone': ({ id }) => `sid=${id}`,
  'the secret of another session': ({ id, other }) => `sid=${id}.${other.split('.')[1]}`,
  'the id of another session': ({ secret, other }) => `${other.split('.')[0]}.${secret}`,
  'another first letter of the secret': ({ id, secret }) => `sid=${id}.${otherThan(secret[0])}${secret.slice(1)}`,
  'another last letter of the secret': ({ id, secret }) =>
    `sid=${id}.${secret.slice(0, -1)}${otherThan(secret.at(-1))}`,
  'a shorter secret': ({ id, secret }) => `sid=${id}.${secret.slice(0, -1)}`,
  'a prefix': ({ id, secret }) => `sid=A${id}.${secret}`,
  'a trailing line break': ({ id, secret }) => `sid=${id}.${secret}%0a`,
  'the stored hash as the secret': ({ id, secret }) => `sid=${id}.${sha256(secret).toString('hex')}`,
  'the id of the account': ({ user, secret }) => `sid=${user}.${secret}`,
  'another cookie name': ({ id, secret }) => `session=${id}.${secret}`,
  'the cookie name of https': ({ id, secret }) => `__Host-sid=${id}.${secret}`,
  'an invalid session before the valid one': ({ id, secret }) => `${forged}; sid=${id}.${secret}`,
  'a very long secret': ({ id, secret }) => `sid=${id}.${secret}${'A'.repeat(6000)}`,
}

describe('access is denied', () => {
  it.each(Object.entries(attacks))('to %s', async (_, attack) => {
    await expectUnauthenticated(await attack())
  })

  it.each(Object.entries(tampered))('to a cookie with %s', async (_, tamper) => {
    const client = await app.signUp()
    const other = await app.signUp()
    const [id = '', secret = ''] = client.cookie.replace('sid=', '').split('.')
    await expectUnauthenticated(tamper({ id, secret, other: other.cookie, user: client.id }))
    expect(await statusWith(client.cookie), 'the valid session still works').toBe(200)
  })

  it.each([
    ['the Authorization header', (value: string) => ({ authorization: `Bearer ${value}` })],
    ['a custom header', (value: string) => ({ 'x-session': value, sid: value })],
  ])('to the session value in %s', async (_, headers) => {
    const value = (await app.signUp()).cookie.replace('sid=', '')
    expect((await app.visitor().raw('/api/auth/me', { headers: headers(value) })).status).toBe(401)
    expect((await app.visitor().raw(`/api/auth/me?sid=${value}`)).status).toBe(401)
  })
})

async function expectUnauthenticated(cookie: string): Promise<void> {
  const { status, body, headers } = await clientWith(cookie).request<ErrorBody>('GET', '/api/auth/me')
  expect([status, body.code]).toEqual([401, 'unauthenticated'])
  expect(headers.getSetCookie()).toEqual([])
  const write = await clientWith(cookie).request('PUT', '/api/auth/user/profile', { displayName: 'Mallory' })
  expect(write.status).toBe(401)
}

describe('a session stays valid', () => {
  test('after a failed login, a failed registration, the end of another session and a restart', async () => {
    const client = await app.signUp('steady')
    await clientWith(client.cookie).request('POST', '/api/auth/login', { username: 'steady', password: 'wrong-door' })
    await clientWith(client.cookie).request('POST', '/api/auth/register', { username: 'steady', password })
    const otherSession = app.visitor()
    await login(otherSession, 'steady')
    await otherSession.post('/api/auth/logout')
    await app.restart()
    expect(await statusWith(client.cookie)).toBe(200)
  })

  test('after a logout with its id and another secret', async () => {
    const { cookie } = await app.signUp()
    await clientWith(cookie.replace(/\..*/, `.${'E'.repeat(43)}`)).post('/api/auth/logout')
    expect(await statusWith(cookie)).toBe(200)
  })

  test.each([
    { accountType: 'free', idle: sessionLifetime.idle },
    { accountType: 'admin', idle: sessionLifetime.idleAdmin },
  ] as const)('while a $accountType account uses it within the idle time', async ({ accountType, idle }) => {
    const client = await app.signUp(undefined, { accountType })
    for (const _ of [1, 2, 3]) {
      app.clock.advance(idle - 60_000)
      expect(await statusWith(client.cookie)).toBe(200)
    }
  })

  test('a request updates last_seen_at at most every five minutes', async () => {
    const { cookie } = await app.signUp()
    const lastSeenAt = async () => (await app.row('sessions', { id: idOf(cookie) })).last_seen_at
    const first = await lastSeenAt()
    app.clock.advance(4 * 60_000)
    await statusWith(cookie)
    expect(await lastSeenAt()).toBe(first)
    app.clock.advance(2 * 60_000)
    await statusWith(cookie)
    expect(await lastSeenAt()).toBeGreaterThan(first)
  })
})

test('what another process changes takes effect at once', async () => {
  const { id, cookie } = await app.signUp()
  expect(await statusWith(cookie)).toBe(200)
  const { databaseUrl, dataDir } = app.context.env
  const other = await openDatabase({ databaseUrl, dataDir, exclusive: false, now: app.clock.now() })
  await deleteLoginsOf(other.access.db, id)
  await other.close()
  expect(await statusWith(cookie)).toBe(401)
})

test('expired sessions are deleted at the start', async () => {
  const { cookie } = await app.signUp()
  app.clock.advance(14 * day + 60_000)
  await app.restart()
  expect(await app.rows('sessions', { id: idOf(cookie) })).toEqual([])
})

describe('a reply and the changes of an account stop being sent when', () => {
  let player: Client
  const ends: [string, (device: Client) => Promise<unknown>][] = [
    ['the session is logged out', (device) => device.post('/api/auth/logout')],
    ['the session is ended from another one', () => player.request('DELETE', '/api/auth/sessions')],
    ['the account is to be deleted', () => player.post('/api/auth/deletion', { password })],
    [
      'the account is suspended',
      async () => {
        const admin = await signUpAdmin(app)
        await admin.post(`/api/admin/users/${player.id}/suspension`, { category: 'spam', days: 1 })
      },
    ],
  ]
  test.each(ends)('%s', async (_, end) => {
    // The model is silent for a minute.
    Object.assign(app.upstream.pace, { firstTokenMs: 60_000 })
    player = await app.signUp()
    const device = app.visitor()
    await login(device, player.user?.username ?? '')
    const { id } = await createCharacter(player)
    const reply = await device.stream('POST', '/api/chat', { body: { characterId: id, message: 'Hello' } })
    const changes = await device.stream('GET', '/api/events')
    await end(device)
    expect((await reply.rest()).map(({ event }) => event)).toEqual(['turn'])
    await changes.rest()
  })
})

describe('over https', () => {
  beforeAll(async () => {
    env.PUBLIC_URL = 'https://troupe.example'
    await app.restart()
  })

  test('the cookie is Secure and has the __Host- prefix', async () => {
    const response = await app.visitor().raw('/api/auth/register', registration('secure'))
    const [value = '', ...attributes] = (response.headers.getSetCookie()[0] ?? '').split('; ')
    expect(value).toMatch(/^__Host-sid=[\w-]{22}\.[\w-]{43}$/)
    expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=7776000', 'Path=/', 'SameSite=Lax', 'Secure'])
    expect(await statusWith(value)).toBe(200)
    expect(await statusWith(value.replace('__Host-', '')), 'without the prefix').toBe(401)
    const logout = await clientWith(value).raw('/api/auth/logout', { method: 'POST' })
    expect(logout.headers.getSetCookie()[0]).toMatch(/^__Host-sid=;.*Secure/)
    expect(await statusWith(value)).toBe(401)
  })
})

const idOf = (cookie: string) => cookie.replace('sid=', '').split('.')[0] ?? ''
const sha256 = (text: string) => createHash('sha256').update(text).digest()
const otherThan = (letter: string | undefined) => (letter === 'A' ? 'B' : 'A')

function registration(username: string): RequestInit {
  const headers = { 'content-type': 'application/json' }
  return { method: 'POST', headers, body: JSON.stringify({ username, password }) }
}
