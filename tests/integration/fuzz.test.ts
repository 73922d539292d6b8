import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CharacterFields } from '#shared/characters.ts'
import { isMutating, type Route, recordRoutes } from '#tests/support/record-routes.ts'
import { type Client, createCharacter, createTestApp, type TestApp } from '#tests/support/test-app.ts'

const served = recordRoutes()
let app: TestApp
let routes: Route[]
let player: Client
let ids: string[]

beforeAll(async () => {
  app = await createTestApp({ env: { FREE_DAILY_MESSAGES: '1000000', LOG_LEVEL: 'error' } })
  routes = [...served]
  player = await app.signUp('player')
  const { id } = await createCharacter(player)
  const said = await player.post<Record<string, string>>('/api/chat', { characterId: id, message: 'Hello.' })
  ids = [id, said.conversationId ?? '', said.messageId ?? '', player.id]
})
afterAll(() => app.close())

/** What was logged since this was last asked. */
function newlyLogged(): string {
  const news = app.logged().slice(read)
  read += news.length
  return news
}
let read = 0

/** Reads that take something beside an id. */
const listing: Route[] = ['GET /api/characters/public', 'GET /api/conversations']

interface Shot {
  route: Route
  path: string[]
  query: Record<string, string>
  body: unknown
  signedIn: boolean
  accept: string
}

/** Text that has broken somebody's server before. */
const hostile = [
  '\u0000',
  'abc\u0000def',
  '\ud800',
  '\ufeff\u202e\u2066',
  "'; drop table users; --",
  '" or ""="',
  '%',
  '\\',
  '$(7*7){{7*7}}<%= 7*7 %>',
  '{{random::{{random::{{char}}}}}}',
  '<script>alert(1)</script>',
  '1e400',
  '__proto__',
  '\r\nset-cookie: sid=1',
  '🎭'.repeat(300),
  'x'.repeat(70_000),
  '',
]
const names = [
  ...['username', 'password', 'displayName', 'confirmed', 'id', 'stars', 'search', 'sort', 'limit', 'cursor', 'before'],
  ...['characterId', 'message', 'conversationHistory', 'conversationId', 'clientMessageId', 'messageId', 'lastEventId'],
  ...['originalGreeting', 'title', 'role', 'content'],
  ...Object.keys(CharacterFields.shape),
]
const choices = [
  'BDSM',
  'Drama',
  'wild',
  'lead',
  'other',
  'explicit',
  'general',
  'user',
  'assistant',
  'trending',
  'new',
  'rating',
]

const text = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(...choices),
)
const anId = () => fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...ids) }, text)
const value = () =>
  fc.oneof(
    text,
    anId(),
    fc.boolean(),
    fc.double(),
    fc.integer(),
    fc.constant(null),
    fc.jsonValue({ maxDepth: 4 }),
    fc.array(text, { maxLength: 3 }),
  )
const aBody = () =>
  fc.oneof({ weight: 5, arbitrary: fc.dictionary(fc.constantFrom(...names), value(), { maxKeys: 8 }) }, fc.jsonValue())
const aQuery = () => fc.dictionary(fc.constantFrom(...names), text, { maxKeys: 3 })

const shots = () =>
  fc.record<Shot>({
    route: fc.constantFrom(...routes),
    path: fc.array(anId(), { minLength: 2, maxLength: 2 }),
    query: aQuery(),
    body: aBody(),
    signedIn: fc.boolean().map((no) => !no),
    accept: fc.constantFrom('application/json', 'text/event-stream', '*/*'),
  })

async function fire({ route, path, query, body, signedIn, accept }: Shot): Promise<Response> {
  const [method = '', pattern = ''] = route.split(' ')
  let place = 0
  const address = pattern.replaceAll(/:\w+/g, () => encodeURIComponent((path[place++] ?? '').toWellFormed()))
  const search = Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : ''
  const client = signedIn ? player : app.visitor()
  const headers = { accept, 'content-type': 'application/json' }
  const init = isMutating(route) ? { method, headers, body: JSON.stringify(body) } : { method, headers: { accept } }
  const response = await client.raw(`${address}${search}`, init)
  if (route === 'POST /api/auth/logout' && signedIn)
    await player.post('/api/auth/login', { username: 'player', password: 'stage-door' })
  return response
}

/** No fault, whatever was sent; and every refusal in the shape of the contract. */
async function holds(shot: Shot): Promise<void> {
  const response = await fire(shot)
  const told = await response.text()
  const seen = `${shot.route} answered ${response.status} ${told.slice(0, 300)}`
  expect(response.status, seen).toBeLessThan(500)
  expect(told, seen).not.toMatch(/\bat \S+:\d+:\d+|node_modules|SQLITE|syntax error|[a-z_]+_key"|ZodError/)
  if (response.status < 400) return
  const requestId = response.headers.get('x-request-id')
  expect(JSON.parse(told), seen).toMatchObject({ error: expect.any(String), code: expect.any(String), requestId })
}

describe('whatever is sent', () => {
  it('to any route, is no fault of ours', async () => {
    await fc.assert(fc.asyncProperty(shots(), holds), { numRuns: 500, endOnFailure: true })
    expect(newlyLogged()).not.toContain('unexpected fault')
  }, 60_000)

  it.each(hostile.map((text) => [JSON.stringify(text.slice(0, 30)), text]))(
    '%s in every place it fits is no fault',
    async (_, text) => {
      const body = Object.fromEntries(names.map((name) => [name, text]))
      // An address has its own bounds, which the HTTP tests try.
      const short = text.slice(0, 500)
      const path = [short || 'x', short || 'x']
      const common = { signedIn: true, accept: '*/*' }
      for (const route of routes.filter((route) => isMutating(route) || route.includes(':'))) {
        await holds({ ...common, route, path, query: { before: short, lastEventId: short }, body })
        if (isMutating(route)) await holds({ ...common, route, path: ids, query: {}, body: { ...body, ...good(ids) } })
      }
      for (const route of listing) {
        for (const name of ['search', 'cursor', 'characterId', 'category', 'limit']) {
          await holds({ ...common, route, path: [], query: { [name]: short }, body })
        }
      }
      expect(newlyLogged()).not.toContain('unexpected fault')
    },
  )

  /** Where the rest is in order, the text is kept, and must be read back. */
  const good = ([characterId, conversationId, messageId]: string[]) => ({
    name: 'Wick',
    isPublic: true,
    category: 'Other',
    gender: 'other',
    creativity: 'balanced',
    plotAdvancement: 'balanced',
    contentRating: 'general',
    avatar: '',
    id: undefined,
    characterId,
    conversationId,
    messageId,
    conversationHistory: [],
    clientMessageId: undefined,
    stars: 3,
    confirmed: true,
  })

  const deep = (open: string, close: string, depth: number) => `${open.repeat(depth)}${close.repeat(depth)}`
  it.each([
    ['a hundred thousand lists in each other', deep('[', ']', 100_000)],
    ['a hundred thousand objects in each other', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['lists that never close', '['.repeat(500_000)],
    ['a field of a mebibyte', JSON.stringify({ name: 'x'.repeat(1_040_000), description: 'x', message: 'x' })],
    ['a hundred thousand fields', `{${Array.from({ length: 60_000 }, (_, place) => `"f${place}":1`).join(',')}}`],
    ['a hundred thousand same fields', `{${'"name":"x",'.repeat(60_000)}"name":"y"}`],
    ['a number without end', `{"stars":${'9'.repeat(100_000)},"name":1e999}`],
    ['a prototype', '{"__proto__":{"accountType":"admin"},"name":"Wick","description":"x"}'],
    ['a prototype within', '{"name":"Wick","description":"x","conversationHistory":[{"__proto__":{"role":"user"}}]}'],
    ['a constructor', '{"constructor":{"prototype":{"isAdmin":true}},"name":"Wick","description":"x"}'],
    ['bytes that are no UTF-8', '\u00ff\u00fe{"name":1}'],
    ['a byte order mark', '\ufeff{"name":"Wick","description":"x"}'],
  ])('%s is no fault', async (_, body) => {
    // What reads a body is the same for every route; these have something to keep of it.
    for (const address of ['/api/characters', '/api/chat', '/api/auth/login']) {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
      const { status } = await player.raw(address, init)
      expect(status, address).toBeLessThan(500)
    }
    expect(newlyLogged()).not.toContain('unexpected fault')
    expect(({} as Record<string, unknown>).accountType).toBeUndefined()
  })

  it('leaves the player signed in, and the place in order', async () => {
    expect((await player.request('GET', '/api/auth/me')).status).toBe(200)
    expect((await player.request('GET', '/api/characters/public')).status).toBe(200)
    expect((await app.visitor().request('GET', '/readyz')).status).toBe(200)
  })
})
