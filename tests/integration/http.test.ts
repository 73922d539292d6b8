import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type App, createApp } from '#server/app.ts'
import { type ErrorBody, type ErrorCode, errorCatalogue } from '#shared/errors.ts'
import { namePlace } from '#shared/home-page.ts'
import { type Route, recordRoutes } from '#tests/support/record-routes.ts'
import { type Client, createCharacter, createTestApp, type TestApp } from '#tests/support/test-app.ts'

const env: Record<string, string> = {}
const served = recordRoutes()
let app: TestApp
let routes: Route[]
let player: Client
let characterId: string

beforeAll(async () => {
  app = await createTestApp({ env })
  routes = [...served]
  player = await app.signUp()
  characterId = (await createCharacter(player)).id
})
afterAll(() => app.close())
afterEach(() => {
  vi.restoreAllMocks()
})

const json = { 'content-type': 'application/json' }
const post = (address: string, body: string, headers: Record<string, string> = json) =>
  player.raw(address, { method: 'POST', headers, body })

/** A fault nobody foresaw, with a detail nobody may see. */
function breakDatabase(): void {
  const error = new Error('canary: column "password_hash" of table users')
  vi.spyOn(app.context.db.getExecutor(), 'executeQuery').mockRejectedValue(error)
}

async function refusal(response: Response): Promise<ErrorBody> {
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  return (await response.json()) as ErrorBody
}

/** One answer of each class the server gives. */
const answers: Record<string, { status: number; ask: () => Promise<Response> }> = {
  'a read': { status: 200, ask: () => player.raw('/api/auth/me') },
  'a list': { status: 200, ask: () => player.raw('/api/characters/public') },
  'a creation': { status: 201, ask: () => post('/api/characters', '{"name":"Wick","description":"A candle."}') },
  'an answer without a body': { status: 204, ask: () => app.visitor().raw('/api/auth/logout', { method: 'POST' }) },
  'a look at the head': { status: 200, ask: () => player.raw('/api/auth/me', { method: 'HEAD' }) },
  'a page': { status: 200, ask: () => app.visitor().raw('/discover') },
  'a picture': { status: 200, ask: () => app.visitor().raw('/portraits/wick.svg') },
  'the health': { status: 200, ask: () => app.visitor().raw('/healthz') },
  'the contract': { status: 200, ask: () => app.visitor().raw('/api/openapi.json') },
  'the contract as a page': { status: 200, ask: () => app.visitor().raw('/api/docs') },
  'a refused field': { status: 400, ask: () => post('/api/characters', '{}') },
  'unreadable JSON': { status: 400, ask: () => post('/api/characters', '{') },
  'a call without a session': { status: 401, ask: () => app.visitor().raw('/api/characters') },
  'a foreign origin': { status: 403, ask: () => post('/api/characters', '{}', { ...json, origin: 'null' }) },
  'a missing character': { status: 404, ask: () => player.raw('/api/characters/nobody') },
  'a missing route': { status: 404, ask: () => player.raw('/api/nowhere') },
  'a missing file': { status: 404, ask: () => player.raw('/assets/gone.js') },
  'too large a body': { status: 413, ask: () => post('/api/characters', JSON.stringify('x'.repeat(1024 * 1024))) },
  'a foreign type': { status: 415, ask: () => post('/api/characters', 'name=Wick', { 'content-type': 'text/plain' }) },
  'an unforeseen fault': {
    status: 500,
    ask: () => {
      breakDatabase()
      return player.raw('/api/characters')
    },
  },
}

const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
]

describe.each(Object.entries(answers))('%s', (what, { status, ask }) => {
  it(`is a ${status} with its guards on`, async () => {
    const { headers, status: got } = await ask()
    expect(got).toBe(status)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(headers.get('x-powered-by')).toBeNull()
    expect(headers.get('server')).toBeNull()
    expect(headers.get('strict-transport-security')).toBeNull()
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    const own = headers.get('content-security-policy')?.split(';') ?? []
    if (what === 'a picture') expect(own).toContain("default-src 'none'")
    else expect(own.toSorted()).toEqual(policy.toSorted())
  })
})

it('guards an event stream as well', async () => {
  const reply = await player.stream('POST', '/api/chat', { body: { characterId, message: 'Hello.' } })
  const { headers } = reply.response
  expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')?.split(';').toSorted()).toEqual(policy.toSorted())
  await reply.rest()
})

describe('a refusal', () => {
  it.each<[string, ErrorCode, () => Promise<Response>]>([
    ['unreadable JSON', 'bad_request', () => post('/api/characters', '{"name": "Wick"')],
    ['text after JSON', 'bad_request', () => post('/api/characters', '{} {}')],
    ['an empty body', 'bad_request', () => post('/api/characters', '')],
    ['a polluted prototype', 'bad_request', () => post('/api/characters', '{"__proto__": {"accountType": "admin"}}')],
    ['a polluted constructor', 'bad_request', () => post('/api/characters', '{"constructor": {"prototype": {}}}')],
    [
      'more than a mebibyte',
      'payload_too_large',
      () => post('/api/characters', JSON.stringify('x'.repeat(1024 * 1024))),
    ],
    ['another type', 'unsupported_media_type', () => post('/api/characters', '<a/>', { 'content-type': 'text/xml' })],
    ['an unknown route', 'not_found', () => player.raw('/api/nowhere', { method: 'PATCH' })],
    ['an unknown method', 'not_found', () => player.raw('/api/auth/me', { method: 'DELETE' })],
    ['the root of the contract', 'not_found', () => player.raw('/api')],
    ['no session', 'unauthenticated', () => app.visitor().raw('/api/model')],
  ])('of %s says what it is', async (_, code, ask) => {
    const response = await ask()
    expect(response.status).toBe(errorCatalogue[code].status)
    const requestId = response.headers.get('x-request-id')
    expect(await refusal(response)).toEqual({ error: errorCatalogue[code].message, code, requestId })
  })

  it('names the fields that need another look', async () => {
    const body = await refusal(await post('/api/characters', '{"gender":"?","isPublic":"no"}'))
    expect(body).toMatchObject({ code: 'validation_failed', requestId: expect.any(String) })
    expect(Object.keys(body.fields ?? {}).toSorted()).toEqual(['description', 'gender', 'isPublic', 'name'])
    expect(body.error).toBe(body.fields?.name)
  })

  it('takes no request id from the caller', async () => {
    const mine = '00000000-0000-4000-8000-000000000000'
    const response = await player.raw('/api/nowhere', { headers: { 'x-request-id': mine, 'request-id': mine } })
    expect(response.headers.get('x-request-id')).not.toBe(mine)
  })

  it('of an unforeseen fault gives nothing away but its id, by which the log tells the rest', async () => {
    breakDatabase()
    const response = await player.raw('/api/characters')
    const requestId = response.headers.get('x-request-id')
    expect(await refusal(response)).toEqual({ error: errorCatalogue.internal.message, code: 'internal', requestId })
    const told = app
      .logged()
      .split('\n')
      .find((line) => line.includes(String(requestId)))
    expect(told).toContain('canary')
  })
})

describe('addresses nobody should send', () => {
  it.each([
    '//',
    '//example.com',
    '///',
    '/\\',
    '/%',
    '/%zz',
    '/%ff',
    '/%00',
    '/api/%',
    '/api/characters/%',
    '/api/characters/%ff',
    '/api/characters/%00',
    '/api/characters/..%2f..%2fauth%2fme',
    '/api/characters/public?cursor=%',
    '/api/characters/public?limit[]=1&limit[$gt]=2',
    '/api/characters/public?__proto__[limit]=1',
    '/api/../../etc/passwd',
    '/..%2f..%2f..%2fetc%2fpasswd',
    '/assets/..%2f..%2fpackage.json',
    '/portraits/..%2fwick.svg',
    '/portraits/%00.svg',
    `/portraits/${'x'.repeat(300)}.svg`,
    `/api/characters/${'x'.repeat(150)}`,
    `/api/characters/${'x'.repeat(8000)}`,
    `/api/nowhere?${'x=1&'.repeat(3000)}`,
    'http://example.com/api/auth/me',
    '*',
  ])('%s is answered, and not with a fault', async (address) => {
    const { status, text } = await speak(address)
    expect(status).toBeGreaterThanOrEqual(200)
    expect(status).toBeLessThan(500)
    expect(text).not.toMatch(/root:|node_modules|"devDependencies"|\.ts:\d/)
    if (status >= 400) expect(JSON.parse(text)).toMatchObject({ error: expect.any(String), code: expect.any(String) })
  })

  it('an unreadable one is refused like anything unreadable', async () => {
    const { status, text, head } = await speak('/api/%ff')
    expect([status, JSON.parse(text)]).toEqual([
      400,
      { error: errorCatalogue.bad_request.message, code: 'bad_request', requestId: expect.any(String) },
    ])
    expect(head).toContain('x-content-type-options: nosniff')
  })

  it('what is no HTTP at all is refused in the same shape', async () => {
    const { status, text } = await exchange('NONSENSE\r\n\r\n')
    expect([status, JSON.parse(text)]).toEqual([
      400,
      { error: errorCatalogue.bad_request.message, code: 'bad_request', requestId: expect.any(String) },
    ])
  })

  it('headers without end are refused', async () => {
    const { status } = await exchange(`GET /api/auth/me HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`)
    expect(status).toBe(431)
  })
})

/** `fetch` tidies addresses up; this sends them as they are. */
const speak = (address: string) =>
  exchange(
    `GET ${address} HTTP/1.1\r\nhost: ${new URL(app.url).host}\r\ncookie: ${player.cookie}\r\nconnection: close\r\n\r\n`,
  )

function exchange(request: string): Promise<{ status: number; head: string; text: string }> {
  return new Promise((resolve, reject) => {
    let told = ''
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1', () => socket.write(request))
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      told += chunk
    })
    // A server that has refused does not read on: what is still being sent then resets the connection.
    socket.on('error', (error) => told === '' && reject(error))
    socket.on('close', () => {
      const [head = '', text = ''] = told.split('\r\n\r\n')
      resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), head: head.toLowerCase(), text })
    })
  })
}

describe('health', () => {
  it('is alive and ready', async () => {
    expect(await app.visitor().get('/healthz')).toEqual({ ok: true })
    expect(await app.visitor().get('/readyz')).toEqual({ ready: true })
  })

  it('is alive and not ready while the database does not answer', async () => {
    vi.spyOn(app.context.db, 'getExecutor').mockImplementation(() => {
      throw new Error('no database')
    })
    expect(await app.visitor().request('GET', '/readyz')).toMatchObject({ status: 503, body: { ready: false } })
    expect((await app.visitor().request('GET', '/healthz')).status).toBe(200)
  })

  it('is alive and not ready while it lets go, takes no turn and says when to come back', async () => {
    app.liveReplies.isDraining = true
    try {
      expect((await app.visitor().request('GET', '/readyz')).status).toBe(503)
      expect((await app.visitor().request('GET', '/healthz')).status).toBe(200)
      const turn = await player.request<ErrorBody>('POST', '/api/chat', { characterId, message: 'Hello.' })
      expect([turn.status, turn.body.code, turn.headers.get('retry-after')]).toEqual([503, 'unavailable', '5'])
    } finally {
      app.liveReplies.isDraining = false
    }
    expect((await app.visitor().request('GET', '/readyz')).status).toBe(200)
  })
})

describe('the OpenAPI document', () => {
  interface Operation {
    parameters?: { name: string; in: string; required?: boolean; schema?: unknown }[]
    requestBody?: { content: Record<string, { schema: unknown }> }
    responses?: Record<string, { description?: string }>
  }
  interface Document {
    openapi: string
    info: { title: string; version: string }
    paths: Record<string, Record<string, Operation>>
  }
  /** Pages and pictures are for people. */
  const unlisted: Route[] = [
    'GET /api/openapi.json',
    'GET /api/docs',
    'GET /api/docs/json',
    'GET /api/docs/yaml',
    'GET /api/docs/static/*',
    'GET /api/docs/static/index.html',
    'GET /api/docs/static/swagger-initializer.js',
    'GET /portraits/:file',
    'GET /files/:file',
    'GET /*',
  ]
  const read = () => app.visitor().get<Document>('/api/openapi.json')
  const operations = ({ paths }: Document) =>
    Object.entries(paths).flatMap(([address, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        route: `${method.toUpperCase()} ${address}`,
        operation,
      })),
    )

  it('lists every route', async () => {
    const listed = operations(await read()).map(({ route }) => route.replaceAll(/\{(\w+)\}/g, ':$1'))
    expect(listed.toSorted()).toEqual(routes.filter((route) => !unlisted.includes(route)).toSorted())
  })

  it('has the parts that tools rely on', async () => {
    const document = await read()
    expect(document.openapi).toMatch(/^3\.[01]\.\d+$/)
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) })
    for (const { route, operation } of operations(document)) {
      const inPath = [...route.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      const declared = operation.parameters?.filter((parameter) => parameter.in === 'path') ?? []
      expect(
        declared.map(({ name }) => name),
        route,
      ).toEqual(inPath)
      expect(
        declared.every(({ required, schema }) => required && schema),
        route,
      ).toBe(true)
      expect(Object.keys(operation.responses ?? {}), route).not.toEqual([])
      for (const answer of Object.values(operation.responses ?? {}))
        expect(answer.description, route).toEqual(expect.any(String))
      expect(Object.keys(operation.requestBody?.content ?? json).every((type) => type.length > 0)).toBe(true)
    }
    const text = JSON.stringify(document)
    for (const [, pointer = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const target = pointer
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document)
      expect(target, pointer).toBeDefined()
    }
  })

  it('describes what is sent and what comes back', async () => {
    const { paths } = await read()
    const body = paths['/api/characters']?.post?.requestBody?.content['application/json']?.schema
    expect(body).toMatchObject({ type: 'object', required: ['name', 'description'] })
    expect(Object.keys(paths['/api/auth/me']?.get?.responses ?? {})).toContain('200')
  })

  it('can be read as a page', async () => {
    const page = await (await app.visitor().raw('/api/docs')).text()
    const scripts = [...page.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)]
    expect(scripts.length).toBeGreaterThan(0)
    // The content security policy blocks inline scripts and other origins.
    for (const [, attributes, inline] of scripts)
      expect([attributes, inline?.trim()]).toEqual([expect.stringMatching(/ src="\/api\/docs\//), ''])
    for (const [, address = ''] of page.matchAll(/(?:src|href)="([^"]+)"/g)) {
      expect((await app.visitor().raw(address)).status, address).toBe(200)
    }
    expect(await app.visitor().get('/api/docs/json')).toEqual(await read())
  })
})

describe('the built client', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'troupe-client-'))
  let client: App

  beforeAll(async () => {
    mkdirSync(path.join(folder, 'assets'))
    for (const page of ['index', 'home', 'landing', 'subscribe']) {
      writeFileSync(path.join(folder, `${page}.html`), `<!doctype html><title>${page}</title><h1>${namePlace}</h1>`)
    }
    writeFileSync(path.join(folder, 'assets', 'main-1a2b3c.js'), 'export {}')
    writeFileSync(path.join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
    client = await createApp(app.context, { clientFolder: folder })
  })
  afterAll(async () => {
    await client.server.close()
    rmSync(folder, { recursive: true })
  })
  const get = (url: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') => client.server.inject({ method, url })

  it.each(['/', '/chat', '/my-characters', '/no/such/page', '/discover?search=a.b', '/?x', '//', '//x'])(
    '%s is the page',
    async (url) => {
      const { statusCode, headers, body } = await get(url)
      expect([statusCode, headers['content-type'], body]).toEqual([
        200,
        'text/html; charset=utf-8',
        expect.stringContaining('<title>'),
      ])
      expect(headers['cache-control']).toBe('no-cache')
      expect((await get(url, 'HEAD')).statusCode).toBe(200)
    },
  )

  const open = async (url: string, cookie: string) => {
    const { body, headers } = await client.server.inject({ url, headers: { cookie } })
    expect(headers.vary).toContain('cookie')
    return body
  }
  const titleOf = (page: string) => /<title>(.*)<\/title>/.exec(page)?.[1]

  it.each([
    ['/', 'landing', 'home'],
    ['/?from=mail', 'landing', 'home'],
    ['/chat', 'landing', 'index'],
    ['/subscribe?from=mail', 'subscribe', 'index'],
  ])('%s was rendered ahead for those without a session, and is not shown to others', async (url, page, inside) => {
    for (const cookie of ['', 'sidebar_state=true', 'sid=anything', `sid=${'x'.repeat(22)}.${'x'.repeat(43)}`]) {
      expect(titleOf(await open(url, cookie)), cookie).toBe(page)
    }
    expect(titleOf(await open(url, player.cookie))).toBe(inside)
  })

  it('has a page with a name on it kept by nobody in between', async () => {
    const { headers } = await client.server.inject({ url: '/', headers: { cookie: player.cookie } })
    expect(headers['cache-control']).toBe('private, no-cache')
  })

  it('greets by name at the door, whatever the name is made of', async () => {
    const guest = await app.signUp()
    const displayName = '<img src=x onerror=alert(1)> & $& Söhne'
    await guest.put('/api/auth/user/profile', { displayName })
    const page = await open('/', guest.cookie)
    expect(page).toContain('<h1>&lt;img src=x onerror=alert(1)> &amp; $&amp; Söhne</h1>')
    expect(await open('/chat', guest.cookie)).not.toContain('Söhne')
  })

  it('opens without a greeting while nobody knows who is there', async () => {
    breakDatabase()
    expect(titleOf(await open('/', player.cookie))).toBe('index')
    expect(titleOf(await open('/', ''))).toBe('landing')
  })

  it('does not greet those who are about to leave', async () => {
    const guest = await app.signUp('leaver')
    await guest.post('/api/auth/deletion', { password: 'stage-door' })
    await guest.post('/api/auth/login', { username: 'leaver', password: 'stage-door' })
    expect(titleOf(await open('/', guest.cookie))).toBe('index')
  })

  it('keeps hashed files for ever, and others not', async () => {
    const asset = await get('/assets/main-1a2b3c.js')
    expect([asset.statusCode, asset.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
    expect(asset.headers['content-type']).toMatch(/javascript/)
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache')
  })

  it.each([
    '/assets/gone.js',
    '/assets',
    '/gone.png',
    '/files/gone.webp',
    '/api',
    '/api/nowhere',
    '/portraits/none',
    '/ws',
  ])('%s is nothing', async (url) => {
    const { statusCode, headers, body } = await get(url)
    expect([statusCode, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8'])
    expect(JSON.parse(body)).toMatchObject({ code: 'not_found' })
  })

  it.each([
    '/../package.json',
    '/..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/etc/passwd',
    '/.env',
    '/assets/..%5c..%5cpackage.json',
  ])('%s leads nowhere outside', async (url) => {
    const { body, statusCode } = await get(url)
    expect(statusCode).toBeLessThan(500)
    expect(body).not.toMatch(/"version"|root:/)
  })

  it('is no answer to a post', async () => {
    expect((await get('/chat', 'POST')).statusCode).toBe(404)
  })
})

describe('over https', () => {
  beforeAll(async () => {
    env.PUBLIC_URL = 'https://troupe.example'
    await app.restart()
  })

  it('holds browsers to it', async () => {
    for (const address of ['/', '/api/nowhere', '/healthz']) {
      const { headers } = await app.visitor().raw(address)
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
      expect(headers.get('content-security-policy')).toContain('upgrade-insecure-requests')
    }
  })
})
