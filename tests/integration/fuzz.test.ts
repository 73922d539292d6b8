import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CharacterFields } from '#shared/characters.ts'
import { isMutating, type Route, recordRoutes } from '#tests/support/record-routes.ts'
import { createCharacter, createSharedApp } from '#tests/support/test-app.ts'

const onPostgres = process.env.TEST_DB === 'postgres'
const served = recordRoutes()

const app = await createSharedApp({ env: { FREE_DAILY_MESSAGES: '1000000', LOG_LEVEL: 'error' } })
const routes = [...served]
const player = await app.signUp('player')
const { id } = await createCharacter(player)
const turn = await player.chat(id, 'Hello.')
const ids = [id, turn.conversationId ?? '', turn.messageId ?? '', player.id]

/** The log output since the last call; at the level `error`, only server errors are logged. */
function newlyLogged(): string {
  const output = app.logged().slice(readUntil)
  readUntil += output.length
  return output
}
let readUntil = 0

/** Routes with query parameters other than an id. */
const listRoutes: Route[] = ['GET /api/characters/public', 'GET /api/conversations']

interface FuzzRequest {
  route: Route
  path: string[]
  query: Record<string, string>
  body: unknown
  signedIn: boolean
  accept: string
}

/** Texts that are known to break servers. */
const hostileTexts = [
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
  'x'.repeat(9_000),
  '',
]
const fieldNames = [
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

const textArbitrary = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.string(),
  // Also halves of surrogate pairs.
  fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units)),
  fc.constantFrom(...choices),
)
const idArbitrary = () => fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...ids) }, textArbitrary)
const valueArbitrary = () =>
  fc.oneof(
    textArbitrary,
    idArbitrary(),
    fc.boolean(),
    fc.double(),
    fc.integer(),
    fc.constant(null),
    fc.jsonValue({ maxDepth: 4 }),
    fc.array(textArbitrary, { maxLength: 3 }),
  )
const bodyArbitrary = () =>
  fc.oneof(
    { weight: 5, arbitrary: fc.dictionary(fc.constantFrom(...fieldNames), valueArbitrary(), { maxKeys: 8 }) },
    fc.jsonValue(),
  )
const queryArbitrary = () => fc.dictionary(fc.constantFrom(...fieldNames), textArbitrary, { maxKeys: 3 })

const fuzzRequests = () =>
  fc.record<FuzzRequest>({
    route: fc.constantFrom(...routes),
    path: fc.array(idArbitrary(), { minLength: 2, maxLength: 2 }),
    query: queryArbitrary(),
    body: bodyArbitrary(),
    signedIn: fc.boolean().map((isSignedOut) => !isSignedOut),
    accept: fc.constantFrom('application/json', 'text/event-stream', '*/*'),
  })

async function send({ route, path, query, body, signedIn, accept }: FuzzRequest): Promise<Response> {
  const [method = '', pattern = ''] = route.split(' ')
  let index = 0
  const address = pattern.replaceAll(/:\w+/g, () => encodeURIComponent((path[index++] ?? '').toWellFormed()))
  const search = Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : ''
  const client = signedIn ? player : app.visitor()
  const headers = { accept, 'content-type': 'application/json' }
  const init = isMutating(route) ? { method, headers, body: JSON.stringify(body) } : { method, headers: { accept } }
  const response = await client.raw(`${address}${search}`, init)
  if (route === 'POST /api/auth/logout' && signedIn)
    await player.post('/api/auth/login', { username: 'player', password: 'quiet-harbor' })
  return response
}

/** The body; empty for the stream of an account's changes, which does not end. */
async function readText(response: Response): Promise<string> {
  const isEndless = response.url.includes('/api/events') && response.status === 200
  if (!isEndless) return response.text()
  await response.body?.cancel()
  return ''
}

/** Asserts that the response is no server error, leaks no detail and, if it is an error, has the documented shape. */
async function expectNoServerError(request: FuzzRequest): Promise<void> {
  const response = await send(request)
  const text = await readText(response)
  const description = `${request.route} answered ${response.status} ${text.slice(0, 300)}`
  expect(response.status, description).toBeLessThan(500)
  expect(text, description).not.toMatch(
    /\bat \S+:\d+:\d+|node_modules|SQLITE|syntax error|(?<!invalid_api)_key"|ZodError/,
  )
  if (response.status < 400) return
  const code = expect.any(String)
  const own = { error: expect.any(String), code, requestId: response.headers.get('x-request-id') }
  const openai = { error: { message: expect.any(String), type: expect.any(String), code } }
  const isOpenai = request.route.includes(' /v1/') && typeof JSON.parse(text).error === 'object'
  expect(JSON.parse(text), description).toMatchObject(isOpenai ? openai : own)
}

describe('arbitrary requests', () => {
  // PostgreSQL refuses two kinds of text; the rest of the server is the same on both databases.
  const refused = ['\u0000\ufeff\u202e\u2066', "'; drop table users; --%\ud800"]
  const ofServer = ['{{random::{{random::{{char}}}}}}\r\nset-cookie: sid=1', '__proto__', 'x'.repeat(4_000), '']
  const texts = onPostgres ? refused : ['\u0000%', ...ofServer]
  it.each(texts.map((text) => [JSON.stringify(text.slice(0, 30)), text]))(
    '%s in every parameter causes no server error',
    async (_, text) => {
      const body = Object.fromEntries(fieldNames.map((name) => [name, text]))
      // http.test.ts tests the length limit of URLs.
      const short = text.slice(0, 500)
      const path = [short || 'x', short || 'x']
      const common = { signedIn: true, accept: '*/*' }
      for (const route of routes.filter((route) => isMutating(route) || route.includes(':'))) {
        if (route.includes(':'))
          await expectNoServerError({ ...common, route, path, query: { before: short, lastEventId: short }, body })
        if (isMutating(route))
          await expectNoServerError({ ...common, route, path: ids, query: {}, body: { ...body, ...validFields(ids) } })
      }
      for (const route of listRoutes) {
        for (const name of ['search', 'cursor', 'characterId', 'category', 'limit']) {
          await expectNoServerError({ ...common, route, path: [], query: { [name]: short }, body })
        }
      }
      expect(newlyLogged()).toBe('')
    },
  )

  /** Valid values for the other fields, so that the text is stored and read back. */
  const validFields = ([characterId, conversationId, messageId]: string[]) => ({
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

  if (onPostgres) return

  it('to any route cause no server error', async () => {
    await fc.assert(fc.asyncProperty(fuzzRequests(), expectNoServerError), { numRuns: 300, endOnFailure: true })
    expect(newlyLogged()).toBe('')
  })

  const deep = (open: string, close: string, depth: number) => `${open.repeat(depth)}${close.repeat(depth)}`
  it.each([
    ['a hundred thousand nested lists', deep('[', ']', 100_000)],
    ['a hundred thousand nested objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['lists that never close', '['.repeat(500_000)],
    ['a field of one mebibyte', JSON.stringify({ name: 'x'.repeat(1_040_000), description: 'x', message: 'x' })],
    ['sixty thousand fields', `{${Array.from({ length: 60_000 }, (_, index) => `"f${index}":1`).join(',')}}`],
    ['sixty thousand equal fields', `{${'"name":"x",'.repeat(60_000)}"name":"y"}`],
    ['a very long number', `{"stars":${'9'.repeat(100_000)},"name":1e999}`],
    ['a __proto__', '{"__proto__":{"accountType":"admin"},"name":"Wick","description":"x"}'],
    ['a nested __proto__', '{"name":"Wick","description":"x","conversationHistory":[{"__proto__":{"role":"user"}}]}'],
    ['a constructor', '{"constructor":{"prototype":{"isAdmin":true}},"name":"Wick","description":"x"}'],
    ['bytes that are not UTF-8', '\u00ff\u00fe{"name":1}'],
    ['a byte order mark', '\ufeff{"name":"Wick","description":"x"}'],
  ])('a body with %s causes no server error', async (_, body) => {
    // All routes share the body parser; these three use the parsed body in different ways.
    for (const address of ['/api/characters', '/api/chat', '/api/auth/login']) {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
      const { status } = await player.raw(address, init)
      expect(status, address).toBeLessThan(500)
    }
    expect(newlyLogged()).toBe('')
    expect(({} as Record<string, unknown>).accountType).toBeUndefined()
  })

  it('leave the session and the server intact', async () => {
    expect((await player.request('GET', '/api/auth/me')).status).toBe(200)
    expect((await player.request('GET', '/api/characters/public')).status).toBe(200)
    expect((await app.visitor().request('GET', '/readyz')).status).toBe(200)
  })
})
