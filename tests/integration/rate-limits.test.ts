import { beforeAll, describe, expect, it } from 'vitest'
import type { User } from '#shared/accounts.ts'
import { errorCatalogue } from '#shared/errors.ts'
import { type ApiResponse, type Client, createCharacter, createSharedApp } from '#tests/support/test-app.ts'

const password = 'quiet-harbor'
const minute = 60_000
let addresses = 0

const app = await createSharedApp({ env: { RATE_LIMITS: 'on', FREE_DAILY_MESSAGES: '1000' } })

/** A new client address, as the local reverse proxy would report it. */
function newAddress(): string {
  addresses += 1
  return `198.51.100.${addresses}`
}

async function postFrom(address: string, path: string, body: unknown): Promise<ApiResponse> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
  const response = await app.visitor().raw(path, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

const login = (address: string, username: string, attempt: string) =>
  postFrom(address, '/api/auth/login', { username, password: attempt })
const register = (address: string, username: string) => postFrom(address, '/api/auth/register', { username, password })

function expectTooMany(response: ApiResponse, windowMs: number): void {
  expect(response.status).toBe(429)
  const isLong = windowMs > 2 * minute
  expect(response.body).toEqual({
    error: isLong
      ? expect.stringMatching(/^Too many attempts\. Please try again in \d+ minutes\.$/)
      : errorCatalogue.too_many_requests.message,
    code: 'too_many_requests',
    requestId: response.headers.get('x-request-id'),
  })
  expect(response.headers.get('content-type')).toContain('application/json')
  const seconds = Number(response.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(windowMs / 1000)
}

describe('password guesses against one account', () => {
  it('are limited to ten, in any spelling of the name, even if the eleventh is right', async () => {
    const address = newAddress()
    await register(newAddress(), 'guessed')
    const spellings = ['guessed', 'GUESSED', ' Guessed ', 'ｇｕｅｓｓｅｄ']
    for (let tries = 0; tries < 10; tries += 1) {
      expect((await login(address, spellings[tries % spellings.length] ?? '', `guess-${tries}`)).status).toBe(401)
    }
    expectTooMany(await login(address, 'guessed', 'guess-11'), 15 * minute)
    expectTooMany(await login(address, 'guessed', password), 15 * minute)
  })

  it('are limited to ten of five hundred concurrent ones', async () => {
    const address = newAddress()
    const responses = await Promise.all(
      Array.from({ length: 500 }, (_, tries) => login(address, 'hammered', `guess-${tries}`)),
    )
    const reached = responses.filter((response) => response.status !== 429)
    expect(reached.map((response) => response.status)).toEqual(Array(10).fill(401))
  })

  it('do not lock out the owner at another address or other accounts', async () => {
    const [attacker, owner] = [newAddress(), newAddress()]
    await register(newAddress(), 'victim')
    await register(newAddress(), 'neighbour')
    for (let tries = 0; tries < 15; tries += 1) await login(attacker, 'victim', `guess-${tries}`)
    expect((await login(attacker, 'victim', password)).status).toBe(429)
    expect((await login(owner, 'victim', password)).status).toBe(200)
    expect((await login(attacker, 'neighbour', password)).status).toBe(200)
  })

  it('are counted by the last forwarded address, whatever precedes it', async () => {
    const address = newAddress()
    const tries = Array.from({ length: 14 }, (_, index) => login(`203.0.113.${index}, ${address}`, 'spoofed', 'guess'))
    const statuses = (await Promise.all(tries)).map((response) => response.status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(4)
  })

  it('stay counted during a flood of requests from other addresses', async () => {
    const address = newAddress()
    for (let tries = 0; tries < 11; tries += 1) await login(address, 'drowned', 'guess')
    // As requests from so many addresses would count.
    for (let other = 0; other < 5_200; other += 1)
      app.server.countRequest(`register:10.0.${other >> 8}.${other & 255}`, minute)
    expect((await login(address, 'drowned', 'guess')).status).toBe(429)
  })

  it('are allowed again after a quarter of an hour', async () => {
    const address = newAddress()
    await register(newAddress(), 'forgetful')
    for (let tries = 0; tries < 11; tries += 1) await login(address, 'forgetful', 'guess')
    expect((await login(address, 'forgetful', password)).status).toBe(429)
    app.clock.advance(14 * minute)
    expect((await login(address, 'forgetful', password)).status).toBe(429)
    app.clock.advance(2 * minute)
    expect((await login(address, 'forgetful', password)).status).toBe(200)
  })
})

describe('one address', () => {
  it('is limited to a hundred logins in a quarter of an hour over all names', async () => {
    const address = newAddress()
    const tries = Array.from({ length: 100 }, (_, index) => login(address, `name-${index}`, 'guess'))
    expect(new Set((await Promise.all(tries)).map((response) => response.status))).toEqual(new Set([401]))
    expectTooMany(await login(address, 'name-101', 'guess'), 15 * minute)
    expect((await login(newAddress(), 'name-101', 'guess')).status).toBe(401)
    app.clock.advance(16 * minute)
    expect((await login(address, 'name-101', 'guess')).status).toBe(401)
  })

  it('is limited to ten registrations an hour, rejected ones included', async () => {
    const address = newAddress()
    for (let count = 0; count < 8; count += 1) expect((await register(address, `user-${count}`)).status).toBe(200)
    expect((await register(address, 'user-1')).status).toBe(409)
    expect((await register(address, '')).status).toBe(400)
    expectTooMany(await register(address, 'user-11'), 60 * minute)
    expect((await register(newAddress(), 'user-11')).status).toBe(200)
    app.clock.advance(61 * minute)
    expect((await register(address, 'user-12')).status).toBe(200)
  })
})

describe('one account', () => {
  let player: Client
  let other: Client
  let characterId: string

  beforeAll(async () => {
    player = await signUpFrom(newAddress(), 'busy')
    other = await signUpFrom(newAddress(), 'other')
    characterId = (await createCharacter(other)).id
  })

  it.each([
    { what: 'turns', limit: 30, path: '/api/chat', body: () => ({ characterId, message: 'And then?' }) },
    { what: 'greetings', limit: 20, path: '/api/new-chat-greeting', body: () => ({ characterId }) },
    { what: 'new conversations', limit: 30, path: '/api/conversations', body: () => ({ characterId }) },
    { what: 'saves', limit: 59, path: '/api/characters', body: () => ({ name: 'Wick', description: 'A candle.' }) },
  ])('has a limit on $what per minute over all addresses', async ({ limit, path, body }) => {
    if (path === '/api/characters') await createCharacter(player)
    const responses = await Promise.all(Array.from({ length: limit + 5 }, () => player.request('POST', path, body())))
    const rejected = responses.filter((response) => response.status === 429)
    expect(rejected).toHaveLength(5)
    for (const response of rejected) expectTooMany(response, minute)
    expect((await other.request('POST', path, body())).status).toBeLessThan(300)
    app.clock.advance(minute + 1000)
    expect((await player.request('POST', path, body())).status).toBeLessThan(300)
  })

  it.each(['characters/public', 'conversations'])('has a limit on searches per minute of %s', async (list) => {
    const search = () => player.request('GET', `/api/${list}?search=lamp`)
    const responses = await Promise.all(Array.from({ length: 125 }, search))
    const rejected = responses.filter((response) => response.status === 429)
    expect(rejected).toHaveLength(5)
    for (const response of rejected) expectTooMany(response, minute)
    expect((await player.request('GET', `/api/${list}?search=`)).status).toBe(200)
    app.clock.advance(minute + 1000)
    expect((await search()).status).toBe(200)
  })

  it('shares the limit on searches with what reads all of its conversations', async () => {
    const paths = ['conversations?sort=name', 'conversations?sort=messages', 'conversations/characters']
    app.clock.advance(minute + 1000)
    const read = (index: number) => player.request('GET', `/api/${paths[index % paths.length]}`)
    const responses = await Promise.all(Array.from({ length: 125 }, (_, index) => read(index)))
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(5)
    expect((await player.request('GET', '/api/conversations')).status).toBe(200)
    app.clock.advance(minute + 1000)
    expect((await read(0)).status).toBe(200)
  })

  it('has a limit on changes that have no limit of their own', async () => {
    const changes: [method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: object][] = [
      ['DELETE', '/api/conversations/none'],
      ['POST', '/api/conversations/none/memory/facts', { text: 'The ferry is late.' }],
      ['PATCH', '/api/conversations/none', { title: 'Late' }],
      ['PUT', '/api/auth/user/profile', { displayName: 'Busy' }],
      ['DELETE', '/api/auth/sessions/none'],
    ]
    const change = (index: number) => player.request(...(changes[index % changes.length] ?? ['DELETE', '/']))
    const responses = await Promise.all(Array.from({ length: 305 }, (_, index) => change(index)))
    const rejected = responses.filter(({ status }) => status === 429)
    expect(rejected).toHaveLength(5)
    for (const response of rejected) expectTooMany(response, minute)
    expect((await other.request('DELETE', '/api/conversations/none')).status).toBe(404)
    app.clock.advance(minute + 1000)
    expect((await change(0)).status).toBe(404)
  })

  it('has a limit on the text that it imports a day, over all files', async () => {
    // No conversation: it counts as soon as it was read.
    const body = { characterId, text: 'x'.repeat(8_000_000) }
    const importFile = () => player.request('POST', '/api/conversations/import', body)
    const day = 24 * 60 * minute
    const { user } = await player.get<{ user: User }>('/api/auth/me')
    // As 282 MB of requests before would count; each of these is a little more than 8 MB.
    for (let spent = 0; spent < 282; spent++) app.server.countRequest(`imported-text:${user.id}`, day)
    const statuses = [await importFile(), await importFile(), await importFile()].map(({ status }) => status)
    expect(statuses).toEqual([400, 400, 429])
    app.clock.advance(day + 1000)
    expect((await importFile()).status).toBe(400)
  })

  it('has a limit on joining event streams', async () => {
    const path = '/api/conversations/none/replies/none/events'
    const responses = await Promise.all(Array.from({ length: 125 }, () => player.request('GET', path)))
    const rejected = responses.filter((response) => response.status === 429)
    expect(rejected).toHaveLength(5)
    for (const response of rejected) expectTooMany(response, minute)
  })

  it('gets a JSON error instead of a stream over the limit', async () => {
    for (let turns = 0; turns < 31; turns += 1) await other.request('POST', '/api/chat', { characterId: 'nobody' })
    const { response } = await other.stream('POST', '/api/chat', { body: { characterId, message: 'Hello.' } })
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
    expectTooMany({ status: response.status, headers: response.headers, body: await response.json() }, minute)
  })
})

async function signUpFrom(address: string, username: string): Promise<Client> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
  const client = app.visitor()
  const body = JSON.stringify({ username, password })
  const response = await client.raw('/api/auth/register', { method: 'POST', headers, body })
  client.cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return client
}
