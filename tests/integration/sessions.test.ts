import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { setAdmin } from '#server/accounts/grant-admin.ts'
import { sessionLifetime } from '#server/accounts/session.ts'
import type { ErrorBody } from '#shared/errors.ts'
import { setAccountType } from '#tests/support/account-type.ts'
import { type Client, createTestApp, type TestApp } from '#tests/support/test-app.ts'

const password = 'stage-door'
const day = 24 * 60 * 60 * 1000

/** A change takes hold with the next restart, as an operator would make it. */
const env: Record<string, string> = {}
let app: TestApp

beforeAll(async () => {
  app = await createTestApp({ env })
})
afterAll(() => app.close())

/** Somebody who sends this `Cookie` header and nothing else. */
function holding(cookie: string): Client {
  const client = app.visitor()
  client.cookie = cookie
  return client
}

async function statusWith(cookie: string): Promise<number> {
  return (await holding(cookie).request('GET', '/api/auth/me')).status
}

const login = (client: Client, username: string) => client.post('/api/auth/login', { username, password })

/** A session cookie of another account's, well formed and never issued. */
const forged = `sid=${'A'.repeat(22)}.${'B'.repeat(43)}`

describe('the cookie', () => {
  test('is a session for this site alone, out of the reach of scripts, for 90 days', async () => {
    const response = await app.visitor().raw('/api/auth/register', registration('baker'))
    const [cookie = '', ...others] = response.headers.getSetCookie()
    expect(others).toEqual([])
    const [value = '', ...attributes] = cookie.split('; ')
    expect(value).toMatch(/^sid=[\w-]{22}\.[\w-]{43}$/)
    expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=7776000', 'Path=/', 'SameSite=Lax'])
    expect(await response.text(), 'the secret travels in the cookie alone').not.toContain(value.split('.')[1])
  })

  test('is taken away at logout, with what the browser has cached', async () => {
    const client = await app.signUp()
    const response = await client.raw('/api/auth/logout', { method: 'POST' })
    expect(response.status).toBe(204)
    expect(response.headers.get('clear-site-data')).toBe('"cache"')
    const [cookie = ''] = response.headers.getSetCookie()
    expect(cookie).toMatch(/^sid=;.*Expires=Thu, 01 Jan 1970 00:00:00 GMT/)
  })

  test('stands in the database as a hash', async () => {
    const client = await app.signUp()
    const [id = '', secret = ''] = client.cookie.replace('sid=', '').split('.')
    const row = await app.context.db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row.secret_hash).toBe(createHash('sha256').update(secret).digest('hex'))
    expect(JSON.stringify(row)).not.toContain(secret)
  })
})

/** Each gives the cookie an attacker would come with; none of them may open anything. */
const attacks: Record<string, () => Promise<string>> = {
  'a cookie planted before registering': async () => {
    await holding(forged).post('/api/auth/register', { username: 'planted-1', password })
    return forged
  },
  'a cookie planted before logging in': async () => {
    await app.signUp('planted-2')
    await login(holding(forged), 'planted-2')
    return forged
  },
  "the attacker's own session, planted before the victim registers": async () => {
    const attacker = await app.signUp()
    await holding(attacker.cookie).post('/api/auth/register', { username: 'planted-3', password })
    return attacker.cookie
  },
  "the attacker's own session, planted before the victim logs in": async () => {
    await app.signUp('planted-4')
    const attacker = await app.signUp()
    await login(holding(attacker.cookie), 'planted-4')
    return attacker.cookie
  },
  "an id planted with a secret of the attacker's": async () => {
    const planted = (await app.signUp()).cookie.replace(/\..*/, `.${'C'.repeat(43)}`)
    await app.signUp('planted-5')
    await login(holding(planted), 'planted-5')
    return planted
  },
  'the session before logging in again': async () => {
    const client = await app.signUp('again')
    const { cookie } = client
    await login(client, 'again')
    return cookie
  },
  'the session before registering again': async () => {
    const client = await app.signUp()
    const { cookie } = client
    await client.post('/api/auth/register', { username: 'second-account', password })
    return cookie
  },
  'the session after logging out': async () => {
    const { cookie } = await app.signUp()
    await holding(cookie).post('/api/auth/logout')
    return cookie
  },
  'the session after logging out twice': async () => {
    const { cookie } = await app.signUp()
    for (const _ of [1, 2]) await holding(cookie).post('/api/auth/logout')
    return cookie
  },
  'the session after logging out and in again': async () => {
    const { cookie } = await app.signUp('returning')
    await holding(cookie).post('/api/auth/logout')
    await login(app.visitor(), 'returning')
    return cookie
  },
  'the session after logging out, sent while logging in': async () => {
    const { cookie } = await app.signUp('resumed')
    await holding(cookie).post('/api/auth/logout')
    await login(holding(cookie), 'resumed')
    return cookie
  },
  'the session after logging out, changed to another secret': async () => {
    const { cookie } = await app.signUp()
    await holding(cookie).post('/api/auth/logout')
    return cookie.replace(/\..*/, `.${'D'.repeat(43)}`)
  },
  'the session of a deleted row': async () => {
    const { cookie } = await app.signUp()
    await app.context.db.deleteFrom('sessions').where('id', '=', idOf(cookie)).execute()
    return cookie
  },
  'the session of a deleted account': async () => {
    const client = await app.signUp()
    await app.context.db.deleteFrom('users').where('id', '=', client.id).execute()
    return client.cookie
  },
  'the session from before becoming an admin': async () => {
    const client = await app.signUp('promoted')
    await setAdmin(app.context, 'promoted', 'admin')
    return client.cookie
  },
  'the session from before an admin was dismissed': async () => {
    const client = await app.signUp('dismissed')
    await setAccountType(app, client, { accountType: 'admin' })
    await setAdmin(app.context, 'dismissed', 'free')
    return client.cookie
  },
  'a session two weeks and a minute idle': async () => {
    const { cookie } = await app.signUp()
    app.clock.advance(14 * day + 60_000)
    return cookie
  },
  'an idle session, asked twice': async () => {
    const { cookie } = await app.signUp()
    app.clock.advance(14 * day + 60_000)
    await statusWith(cookie)
    return cookie
  },
  'an idle session after its owner logged in anew': async () => {
    const { cookie } = await app.signUp('anew')
    app.clock.advance(14 * day + 60_000)
    await login(app.visitor(), 'anew')
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
    const client = await app.signUp()
    await setAccountType(app, client, { accountType: 'admin' })
    app.clock.advance(12 * 60 * 60 * 1000 + 60_000)
    return client.cookie
  },
  'an idle session over a restart': async () => {
    const { cookie } = await app.signUp()
    app.clock.advance(14 * day + 60_000)
    await app.restart()
    return cookie
  },
  'an ended session over a restart': async () => {
    const { cookie } = await app.signUp()
    await holding(cookie).post('/api/auth/logout')
    await app.restart()
    return cookie
  },
}

/** Each makes of a session that holds something that must not. */
const tampered: Record<string, (session: { id: string; secret: string; other: string; user: string }) => string> = {
  'no value': () => 'sid=',
  'the id alone': ({ id }) => `sid=${id}`,
  'the id and a dot': ({ id }) => `sid=${id}.`,
  'the secret alone': ({ secret }) => `sid=.${secret}`,
  'id and secret in each other’s place': ({ id, secret }) => `sid=${secret}.${id}`,
  'the secret of another session': ({ id, other }) => `sid=${id}.${other.split('.')[1]}`,
  'the id of another session': ({ secret, other }) => `${other.split('.')[0]}.${secret}`,
  'another first letter of the secret': ({ id, secret }) => `sid=${id}.${otherThan(secret[0])}${secret.slice(1)}`,
  'another last letter of the secret': ({ id, secret }) =>
    `sid=${id}.${secret.slice(0, -1)}${otherThan(secret.at(-1))}`,
  'another first letter of the id': ({ id, secret }) => `sid=${otherThan(id[0])}${id.slice(1)}.${secret}`,
  'other cases': ({ id, secret }) => `sid=${swapCase(id)}.${swapCase(secret)}`,
  'a shorter secret': ({ id, secret }) => `sid=${id}.${secret.slice(0, -1)}`,
  'a longer secret': ({ id, secret }) => `sid=${id}.${secret}A`,
  'something before it': ({ id, secret }) => `sid=A${id}.${secret}`,
  'a third part': ({ id, secret }) => `sid=${id}.${secret}.`,
  'a NUL after it': ({ id, secret }) => `sid=${id}.${secret}%00`,
  'a line break after it': ({ id, secret }) => `sid=${id}.${secret}%0a`,
  'the stored hash as the secret': ({ id, secret }) => `sid=${id}.${sha256(secret).toString('hex')}`,
  'the stored hash as the secret, in its alphabet': ({ id, secret }) =>
    `sid=${id}.${sha256(secret).toString('base64url')}`,
  wildcards: () => `sid=${'_'.repeat(22)}.${'_'.repeat(43)}`,
  'a condition that is always true': () => `sid=${encodeURIComponent("' or 1=1 --")}`,
  'the id of the account': ({ user, secret }) => `sid=${user}.${secret}`,
  'the id of the account as JSON': ({ user }) => `sid=${encodeURIComponent(JSON.stringify({ userId: user }))}`,
  'another name': ({ id, secret }) => `session=${id}.${secret}`,
  'the name in capitals': ({ id, secret }) => `SID=${id}.${secret}`,
  'the name of another deployment': ({ id, secret }) => `__Host-sid=${id}.${secret}`,
  'the name as a list': ({ id, secret }) => `sid[]=${id}.${secret}`,
  'a wrong one before the right one': ({ id, secret }) => `${forged}; sid=${id}.${secret}`,
  'far too much': ({ id, secret }) => `sid=${id}.${secret}${'A'.repeat(6000)}`,
}

describe('no way in', () => {
  it('has forty ways tried and more', () => {
    expect(Object.keys(attacks).length + Object.keys(tampered).length).toBeGreaterThan(40)
  })

  it.each(Object.entries(attacks))('by %s', async (_, attack) => {
    await refuses(await attack())
  })

  it.each(Object.entries(tampered))('by a cookie with %s', async (_, forge) => {
    const client = await app.signUp()
    const other = await app.signUp()
    const [id = '', secret = ''] = client.cookie.replace('sid=', '').split('.')
    await refuses(forge({ id, secret, other: other.cookie, user: client.id }))
    expect(await statusWith(client.cookie), 'and the session goes on').toBe(200)
  })

  it.each([
    ['the Authorization header', (value: string) => ({ authorization: `Bearer ${value}` })],
    ['a header of its own', (value: string) => ({ 'x-session': value, sid: value })],
  ])('by the value in %s', async (_, headers) => {
    const value = (await app.signUp()).cookie.replace('sid=', '')
    expect((await app.visitor().raw('/api/auth/me', { headers: headers(value) })).status).toBe(401)
    expect((await app.visitor().raw(`/api/auth/me?sid=${value}`)).status).toBe(401)
  })
})

async function refuses(cookie: string): Promise<void> {
  const { status, body, headers } = await holding(cookie).request<ErrorBody>('GET', '/api/auth/me')
  expect([status, body.code]).toEqual([401, 'unauthenticated'])
  expect(headers.getSetCookie()).toEqual([])
  const write = await holding(cookie).request('PUT', '/api/auth/user/profile', { displayName: 'Mallory' })
  expect(write.status).toBe(401)
}

describe('what keeps a session', () => {
  test('a failed login, a failed registration, another session that ends, a restart', async () => {
    const client = await app.signUp('steady')
    await holding(client.cookie).request('POST', '/api/auth/login', { username: 'steady', password: 'wrong-door' })
    await holding(client.cookie).request('POST', '/api/auth/register', { username: 'steady', password })
    const elsewhere = app.visitor()
    await login(elsewhere, 'steady')
    await elsewhere.post('/api/auth/logout')
    await app.restart()
    expect(await statusWith(client.cookie)).toBe(200)
  })

  test('somebody else’s logout with its id and another secret', async () => {
    const { cookie } = await app.signUp()
    await holding(cookie.replace(/\..*/, `.${'E'.repeat(43)}`)).post('/api/auth/logout')
    expect(await statusWith(cookie)).toBe(200)
  })

  test.each([
    { accountType: 'free', idle: sessionLifetime.idle },
    { accountType: 'admin', idle: sessionLifetime.idleAdmin },
  ] as const)('being used in time, by an account that is $accountType', async ({ accountType, idle }) => {
    const client = await app.signUp()
    await setAccountType(app, client, { accountType })
    for (const _ of [1, 2, 3]) {
      app.clock.advance(idle - 60_000)
      expect(await statusWith(client.cookie)).toBe(200)
    }
  })

  test('reading writes that it was seen, though not each time', async () => {
    const { cookie } = await app.signUp()
    const seen = async () => {
      const sessions = app.context.db.selectFrom('sessions').select('last_seen_at')
      return (await sessions.where('id', '=', idOf(cookie)).executeTakeFirstOrThrow()).last_seen_at
    }
    const first = await seen()
    app.clock.advance(4 * 60_000)
    await statusWith(cookie)
    expect(await seen()).toBe(first)
    app.clock.advance(2 * 60_000)
    await statusWith(cookie)
    expect(await seen()).toBeGreaterThan(first)
  })
})

test('what is long over is cleared away at a start', async () => {
  const { cookie } = await app.signUp()
  app.clock.advance(14 * day + 60_000)
  await app.restart()
  const sessions = app.context.db.selectFrom('sessions').select('id')
  expect(await sessions.where('id', '=', idOf(cookie)).execute()).toEqual([])
})

describe('over https', () => {
  beforeAll(async () => {
    env.PUBLIC_URL = 'https://troupe.example'
    await app.restart()
  })

  test('the cookie is bound to the host and sent over https alone', async () => {
    const response = await app.visitor().raw('/api/auth/register', registration('secure'))
    const [value = '', ...attributes] = (response.headers.getSetCookie()[0] ?? '').split('; ')
    expect(value).toMatch(/^__Host-sid=[\w-]{22}\.[\w-]{43}$/)
    expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=7776000', 'Path=/', 'SameSite=Lax', 'Secure'])
    expect(await statusWith(value)).toBe(200)
    expect(await statusWith(value.replace('__Host-', '')), 'one that http could have planted').toBe(401)
    const out = await holding(value).raw('/api/auth/logout', { method: 'POST' })
    expect(out.headers.getSetCookie()[0]).toMatch(/^__Host-sid=;.*Secure/)
    expect(await statusWith(value)).toBe(401)
  })
})

const idOf = (cookie: string) => cookie.replace('sid=', '').split('.')[0] ?? ''
const sha256 = (text: string) => createHash('sha256').update(text).digest()
const otherThan = (letter: string | undefined) => (letter === 'A' ? 'B' : 'A')
const swapCase = (text: string) =>
  [...text].map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())).join('')

function registration(username: string): RequestInit {
  const headers = { 'content-type': 'application/json' }
  return { method: 'POST', headers, body: JSON.stringify({ username, password }) }
}
