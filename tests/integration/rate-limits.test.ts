import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { errorCatalogue } from '#shared/errors.ts'
import { type ApiResponse, type Client, createCharacter, createTestApp, type TestApp } from '#tests/support/test-app.ts'

const password = 'stage-door'
const minute = 60_000
let app: TestApp
let addresses = 0

beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMITS: 'on', FREE_DAILY_MESSAGES: '1000' } })
})
afterAll(() => app.close())
afterEach(() => {
  vi.useRealTimers()
})

/** Somebody at an address of their own, behind the proxy on this machine. */
function newAddress(): string {
  addresses += 1
  return `198.51.100.${addresses}`
}

async function postFrom(address: string, path: string, body: unknown): Promise<ApiResponse> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
  const response = await app.visitor().raw(path, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

const login = (address: string, username: string, guess: string) =>
  postFrom(address, '/api/auth/login', { username, password: guess })
const register = (address: string, username: string) => postFrom(address, '/api/auth/register', { username, password })

/** The clock the counters go by; the timers stay real. */
function pass(milliseconds: number): void {
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: now + milliseconds })
}

function expectTooMany(answer: ApiResponse, longest: number): void {
  expect(answer.status).toBe(429)
  expect(answer.body).toEqual({
    error: errorCatalogue.too_many_requests.message,
    code: 'too_many_requests',
    requestId: answer.headers.get('x-request-id'),
  })
  expect(answer.headers.get('content-type')).toContain('application/json')
  const seconds = Number(answer.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(longest / 1000)
}

describe('guessing one account’s password', () => {
  it('ends after ten tries, however it is spelled and though the eleventh be right', async () => {
    const address = newAddress()
    await register(newAddress(), 'guessed')
    const spellings = ['guessed', 'GUESSED', ' Guessed ', 'ｇｕｅｓｓｅｄ']
    for (let tries = 0; tries < 10; tries += 1) {
      expect((await login(address, spellings[tries % spellings.length] ?? '', `guess-${tries}`)).status).toBe(401)
    }
    expectTooMany(await login(address, 'guessed', 'guess-11'), 15 * minute)
    expectTooMany(await login(address, 'guessed', password), 15 * minute)
  })

  it('lets ten of five hundred through', async () => {
    const address = newAddress()
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, tries) => login(address, 'hammered', `guess-${tries}`)),
    )
    const reached = answers.filter((answer) => answer.status !== 429)
    expect(reached.map((answer) => answer.status)).toEqual(Array(10).fill(401))
  })

  it('shuts nobody else out: neither the owner elsewhere nor a neighbour', async () => {
    const [attacker, owner] = [newAddress(), newAddress()]
    await register(newAddress(), 'victim')
    await register(newAddress(), 'neighbour')
    for (let tries = 0; tries < 15; tries += 1) await login(attacker, 'victim', `guess-${tries}`)
    expect((await login(attacker, 'victim', password)).status).toBe(429)
    expect((await login(owner, 'victim', password)).status).toBe(200)
    expect((await login(attacker, 'neighbour', password)).status).toBe(200)
  })

  it('is not helped by invented addresses in front of the real one', async () => {
    const address = newAddress()
    const tries = Array.from({ length: 14 }, (_, place) => login(`203.0.113.${place}, ${address}`, 'spoofed', 'guess'))
    const statuses = (await Promise.all(tries)).map((answer) => answer.status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(4)
  })

  it('is not forgotten in a flood from other addresses', async () => {
    const address = newAddress()
    for (let tries = 0; tries < 11; tries += 1) await login(address, 'drowned', 'guess')
    for (let drops = 0; drops < 5_200; drops += 1) {
      const headers = { 'x-forwarded-for': `10.0.${drops >> 8}.${drops & 255}` }
      await app.server.inject({ method: 'POST', url: '/api/auth/register', headers, payload: {} })
    }
    expect((await login(address, 'drowned', 'guess')).status).toBe(429)
  })

  it('may go on a quarter of an hour later', async () => {
    const address = newAddress()
    await register(newAddress(), 'forgetful')
    for (let tries = 0; tries < 11; tries += 1) await login(address, 'forgetful', 'guess')
    expect((await login(address, 'forgetful', password)).status).toBe(429)
    pass(14 * minute)
    expect((await login(address, 'forgetful', password)).status).toBe(429)
    pass(2 * minute)
    expect((await login(address, 'forgetful', password)).status).toBe(200)
  })
})

describe('one address', () => {
  it('tries a hundred logins in a quarter of an hour, over all names', async () => {
    const address = newAddress()
    const tries = Array.from({ length: 100 }, (_, place) => login(address, `name-${place}`, 'guess'))
    expect(new Set((await Promise.all(tries)).map((answer) => answer.status))).toEqual(new Set([401]))
    expectTooMany(await login(address, 'name-101', 'guess'), 15 * minute)
    expect((await login(newAddress(), 'name-101', 'guess')).status).toBe(401)
    pass(16 * minute)
    expect((await login(address, 'name-101', 'guess')).status).toBe(401)
  })

  it('makes ten accounts an hour, refused ones included', async () => {
    const address = newAddress()
    for (let made = 0; made < 8; made += 1) expect((await register(address, `made-${made}`)).status).toBe(200)
    expect((await register(address, 'made-1')).status).toBe(409)
    expect((await register(address, '')).status).toBe(400)
    expectTooMany(await register(address, 'made-11'), 60 * minute)
    expect((await register(newAddress(), 'made-11')).status).toBe(200)
    pass(61 * minute)
    expect((await register(address, 'made-12')).status).toBe(200)
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
  ])('has its $what counted by the minute, wherever it is', async ({ limit, path, body }) => {
    if (path === '/api/characters') await createCharacter(player)
    const answers = await Promise.all(Array.from({ length: limit + 5 }, () => player.request('POST', path, body())))
    const refused = answers.filter((answer) => answer.status === 429)
    expect(refused).toHaveLength(5)
    for (const answer of refused) expectTooMany(answer, minute)
    expect((await other.request('POST', path, body())).status).toBeLessThan(300)
    pass(minute + 1000)
    expect((await player.request('POST', path, body())).status).toBeLessThan(300)
  })

  it('reads as much as it likes', async () => {
    const reads = Array.from({ length: 300 }, () => other.request('GET', '/api/auth/me'))
    expect(new Set((await Promise.all(reads)).map((answer) => answer.status))).toEqual(new Set([200]))
  })

  it('is refused a stream in JSON', async () => {
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
