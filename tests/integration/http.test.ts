import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type App, createApp } from '#server/app.ts'
import { NightlyBackups } from '#server/backup/nightly-backups.ts'
import { PaymentEvents } from '#server/billing/events/payment-events.ts'
import { type ErrorBody, type ErrorCode, errorCatalogue } from '#shared/errors.ts'
import { type Route, recordRoutes } from '#tests/support/record-routes.ts'
import { createCharacter, createSharedApp } from '#tests/support/test-app.ts'

const env: Record<string, string> = {}
const served = recordRoutes()

const app = await createSharedApp({ env })
const routes = [...served]
const player = await app.signUp()
const characterId = (await createCharacter(player)).id
afterEach(() => {
  vi.restoreAllMocks()
})

const json = { 'content-type': 'application/json' }
const post = (address: string, body: string, headers: Record<string, string> = json) =>
  player.raw(address, { method: 'POST', headers, body })

/** Causes an unexpected error whose details must not be sent to the client. */
function breakDatabase(): void {
  const error = new Error('canary: column "password_hash" of table users')
  const { db } = app.context
  vi.spyOn(db.getExecutor(), 'executeQuery').mockRejectedValue(error)
  // Compiled statements take the executor from the database each time.
  vi.spyOn(db, 'getExecutor').mockImplementation(() => {
    throw error
  })
}

async function readError(response: Response): Promise<ErrorBody> {
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  return (await response.json()) as ErrorBody
}

/** One response of each kind. */
const responses: Record<string, { status: number; send: () => Promise<Response> }> = {
  'a read': { status: 200, send: () => player.raw('/api/auth/me') },
  'a creation': { status: 201, send: () => post('/api/characters', '{"name":"Wick","description":"A candle."}') },
  'a response without a body': { status: 204, send: () => app.visitor().raw('/api/auth/logout', { method: 'POST' }) },
  'a HEAD request': { status: 200, send: () => player.raw('/api/auth/me', { method: 'HEAD' }) },
  'a page': { status: 200, send: () => app.visitor().raw('/discover') },
  'an image': { status: 200, send: () => app.visitor().raw('/portraits/wick.svg') },
  'the OpenAPI document': { status: 200, send: () => app.visitor().raw('/api/openapi.json') },
  'the API reference page': { status: 200, send: () => app.visitor().raw('/api/docs') },
  'an invalid field': { status: 400, send: () => post('/api/characters', '{}') },
  'a request without a session': { status: 401, send: () => app.visitor().raw('/api/characters') },
  'a foreign origin': { status: 403, send: () => post('/api/characters', '{}', { ...json, origin: 'null' }) },
  'a missing route': { status: 404, send: () => player.raw('/api/nowhere') },
  'a missing file': { status: 404, send: () => player.raw('/assets/gone.js') },
  'an unexpected error': {
    status: 500,
    send: () => {
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
  "media-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
]

describe.each(Object.entries(responses))('%s', (what, { status, send }) => {
  it(`has the status ${status} and the security headers`, async () => {
    const { headers, status: actualStatus } = await send()
    expect(actualStatus).toBe(status)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(headers.get('x-powered-by')).toBeNull()
    expect(headers.get('server')).toBeNull()
    expect(headers.get('strict-transport-security')).toBeNull()
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    const directives = headers.get('content-security-policy')?.split(';') ?? []
    if (what === 'an image') expect(directives).toContain("default-src 'none'")
    else expect(directives.toSorted()).toEqual(policy.toSorted())
  })
})

describe('no cache keeps', () => {
  it.each(['auth/me', 'characters/{id}', 'conversations', 'characters/unknown', 'unknown'])(
    'GET /api/%s',
    async (path) => {
      for (const client of [player, app.visitor()]) {
        const { headers } = await client.request('GET', `/api/${path.replace('{id}', characterId)}`)
        expect(headers.get('cache-control')).toBe('no-store')
      }
    },
  )
})

it('an event stream has the security headers', async () => {
  const reply = await player.stream('POST', '/api/chat', { body: { characterId, message: 'Hello.' } })
  const { headers } = reply.response
  expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')?.split(';').toSorted()).toEqual(policy.toSorted())
  await reply.rest()
})

describe('an error response', () => {
  it.each<[string, ErrorCode, () => Promise<Response>]>([
    ['malformed JSON', 'bad_request', () => post('/api/characters', '{"name": "Wick"')],
    ['text after the JSON', 'bad_request', () => post('/api/characters', '{} {}')],
    ['an empty body', 'bad_request', () => post('/api/characters', '')],
    ['a polluted prototype', 'bad_request', () => post('/api/characters', '{"__proto__": {"accountType": "admin"}}')],
    ['a polluted constructor', 'bad_request', () => post('/api/characters', '{"constructor": {"prototype": {}}}')],
    ['more than a mebibyte', 'payload_too_large', () => post('/api/personas', JSON.stringify('x'.repeat(1024 * 1024)))],
    [
      'another content type',
      'unsupported_media_type',
      () => post('/api/characters', '<a/>', { 'content-type': 'text/xml' }),
    ],
    ['no session', 'unauthenticated', () => app.visitor().raw('/api/model')],
  ])('for %s has its code and message', async (_, code, send) => {
    const response = await send()
    expect(response.status).toBe(errorCatalogue[code].status)
    const requestId = response.headers.get('x-request-id')
    expect(await readError(response)).toEqual({ error: errorCatalogue[code].message, code, requestId })
  })

  it.each(['PATCH /api/nowhere', 'DELETE /api/auth/me', 'GET /api'])(
    'names the unknown request %s',
    async (request) => {
      const [method = '', path = ''] = request.split(' ')
      const { status, body } = await player.request(method, path)
      expect({ status, body }).toMatchObject({
        status: 404,
        body: { code: 'not_found', error: `There is no ${request} here.` },
      })
    },
  )

  it('names the invalid fields', async () => {
    const body = await readError(await post('/api/characters', '{"gender":"?","isPublic":"no"}'))
    expect(body).toMatchObject({ code: 'validation_failed', requestId: expect.any(String) })
    expect(Object.keys(body.fields ?? {}).toSorted()).toEqual(['description', 'gender', 'isPublic', 'name'])
    expect(body.error).toBe(body.fields?.name)
    expect(body.fields?.isPublic).toBe('“isPublic” must be true or false.')
  })

  it('has a request id of the server, not of the client', async () => {
    const ownId = '00000000-0000-4000-8000-000000000000'
    const response = await player.raw('/api/nowhere', { headers: { 'x-request-id': ownId, 'request-id': ownId } })
    expect(response.headers.get('x-request-id')).not.toBe(ownId)
  })

  it('for an unexpected error contains only the request id, with which the log has the details', async () => {
    breakDatabase()
    const response = await player.raw('/api/characters')
    const requestId = response.headers.get('x-request-id')
    expect(await readError(response)).toEqual({ error: errorCatalogue.internal.message, code: 'internal', requestId })
    const entry = app
      .logged()
      .split('\n')
      .find((line) => line.includes(String(requestId)))
    expect(entry).toContain('canary')
  })
})

describe('malformed request targets', () => {
  it.each([
    '//',
    '/\\',
    '/%',
    '/%zz',
    '/%00',
    '/api/characters/%ff',
    '/api/characters/%00',
    '/api/characters/..%2f..%2fauth%2fme',
    '/api/characters/public?limit[]=1&limit[$gt]=2',
    '/api/characters/public?__proto__[limit]=1',
    '/api/../../etc/passwd',
    '/assets/..%2f..%2fpackage.json',
    '/portraits/..%2fwick.svg',
    `/portraits/${'x'.repeat(300)}.svg`,
    `/api/characters/${'x'.repeat(8000)}`,
    `/api/nowhere?${'x=1&'.repeat(3000)}`,
    'http://example.com/api/auth/me',
    '*',
  ])('%s causes no server error', async (address) => {
    const { status, text } = await sendRaw(address)
    expect(status).toBeGreaterThanOrEqual(200)
    expect(status).toBeLessThan(500)
    expect(text).not.toMatch(/root:|node_modules|"devDependencies"|\.ts:\d/)
    if (status >= 400) expect(JSON.parse(text)).toMatchObject({ error: expect.any(String), code: expect.any(String) })
  })

  it.each([
    ['an undecodable path', 'GET /api/%ff HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'],
    ['a request that is not HTTP', 'NONSENSE\r\n\r\n'],
  ])('%s gets a bad_request error', async (_, request) => {
    const { status, text } = await exchange(request)
    const { message } = errorCatalogue.bad_request
    expect([status, JSON.parse(text)]).toEqual([
      400,
      { error: message, code: 'bad_request', requestId: expect.any(String) },
    ])
  })

  it('oversized headers get a 431', async () => {
    const { status } = await exchange(`GET /api/auth/me HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`)
    expect(status).toBe(431)
  })
})

/** Sends the request target unchanged; `fetch` would normalize it. */
const sendRaw = (address: string) =>
  exchange(
    `GET ${address} HTTP/1.1\r\nhost: ${new URL(app.url).host}\r\ncookie: ${player.cookie}\r\nconnection: close\r\n\r\n`,
  )

function exchange(request: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1', () => socket.write(request))
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      received += chunk
    })
    // After an error response the server stops reading, so data that is still being sent resets the connection.
    socket.on('error', (error) => received === '' && reject(error))
    socket.on('close', () => {
      const [head = '', text = ''] = received.split('\r\n\r\n')
      resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), text })
    })
  })
}

describe('the health checks', () => {
  it('report alive and ready', async () => {
    expect(await app.visitor().get('/healthz')).toEqual({ ok: true })
    for (const url of ['/healthz', '/readyz']) {
      expect((await app.visitor().raw(url)).headers.get('cache-control')).toBe('no-store')
    }
    expect(await app.visitor().get('/readyz')).toEqual({ ready: true, database: 'ok', redis: null, isStopping: false })
  })

  it('report alive and not ready when the database fails', async () => {
    vi.spyOn(app.context.db, 'getExecutor').mockImplementation(() => {
      throw new Error('no database')
    })
    // An answer is repeated for a quarter of a second.
    await expect
      .poll(() => app.visitor().request('GET', '/readyz'))
      .toMatchObject({ status: 503, body: { ready: false, database: 'unreachable' } })
    expect((await app.visitor().request('GET', '/healthz')).status).toBe(200)
  })

  it('report alive and not ready while draining, when turns get a 503 with Retry-After', async () => {
    app.liveReplies.isDraining = true
    try {
      expect((await app.visitor().request('GET', '/readyz')).status).toBe(503)
      expect((await app.visitor().request('GET', '/healthz')).status).toBe(200)
      const turn = await player.request<ErrorBody>('POST', '/api/chat', { characterId, message: 'Hello.' })
      expect([turn.status, turn.body.code, turn.headers.get('retry-after')]).toEqual([503, 'unavailable', '5'])
    } finally {
      app.liveReplies.isDraining = false
    }
    await expect.poll(async () => (await app.visitor().request('GET', '/readyz')).status).toBe(200)
  })
})

describe('the OpenAPI document', () => {
  interface Document {
    info: { description: string }
    paths: Record<string, Record<string, unknown>>
  }
  /** Pages and images are not part of the API. */
  const unlisted: Route[] = [
    'GET /api/openapi.json',
    'GET /api/docs',
    'GET /api/docs/*',
    'GET /portraits/:file',
    'GET /files/:file',
    'GET /previews/:file',
    'GET /*',
  ]
  const read = () => app.visitor().get<Document>('/api/openapi.json')
  it('begins with the guide, whose examples are tested', async () => {
    expect((await read()).info.description).toContain('curl -fsS "$TROUPE_URL/v1/models"')
  })

  it('lists every route', async () => {
    const listed = Object.entries((await read()).paths).flatMap(([address, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${address.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    )
    expect(listed.toSorted()).toEqual(routes.filter((route) => !unlisted.includes(route)).toSorted())
  })

  it('can be read as an HTML page', async () => {
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
    const missing = await app.visitor().raw('/api/docs/nothing-here')
    expect([missing.status, await missing.json()]).toMatchObject([404, { code: 'not_found' }])
  })
})

/** What the landing page has for a character that is shared. */
const sharedParts =
  '<meta property="og:title" content="landing" /><meta property="og:image" content="/icon.png" /><meta name="twitter:card" content="summary" /></head><div id="shared-character"></div>'

describe('the built client', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'troupe-client-'))
  let client: App

  beforeAll(async () => {
    mkdirSync(path.join(folder, 'assets'))
    for (const page of ['index', 'landing', 'subscribe', 'embed']) {
      writeFileSync(
        path.join(folder, `${page}.html`),
        `<!doctype html><title>${page}</title>${page === 'landing' ? sharedParts : ''}`,
      )
    }
    writeFileSync(path.join(folder, 'assets', 'main-1a2b3c.js'), 'export {}')
    writeFileSync(path.join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
    writeFileSync(path.join(folder, 'manifest.webmanifest'), '{}')
    client = await createApp(app.context, {
      billing: app.billing,
      paymentEvents: new PaymentEvents(app.billing),
      accountData: [],
      nightlyBackups: new NightlyBackups(app.context),
      clientFolder: folder,
    })
  })
  afterAll(async () => {
    await client.server.close()
    rmSync(folder, { recursive: true })
  })
  const get = (url: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') => client.server.inject({ method, url })

  it.each(['/', '/chat', '/my-characters', '/admin/users/x', '/discover?search=a.b', '/?x', '//', '//x'])(
    '%s serves the page',
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

  const fetchPage = async (url: string, cookie: string) => {
    const { body, headers } = await client.server.inject({ url, headers: { cookie } })
    expect(headers.vary).toContain('cookie')
    return body
  }
  const titleOf = (page: string) => /<title>(.*)<\/title>/.exec(page)?.[1]

  it('lets the listed websites frame the chat with an embedded character, and nobody frame another page', async () => {
    const embed = { id: 'token', user_id: player.id, character_id: characterId, created_at: 0 }
    const origins = ['https://example.org', 'http://localhost:8080']
    await app.context.db
      .insertInto('embeds')
      .values({ ...embed, origins: JSON.stringify(origins) })
      .execute()
    const ancestorsOf = async (url: string) => {
      const { statusCode, headers } = await client.server.inject({ url })
      const policy = String(headers['content-security-policy'])
      return [statusCode, /frame-ancestors ([^;]*)/.exec(policy)?.[1], headers['x-frame-options']]
    }
    expect(await ancestorsOf('/embed/token')).toEqual([200, origins.join(' '), undefined])
    expect(await ancestorsOf('/embed/unknown')).toEqual([404, "'none'", 'SAMEORIGIN'])
    for (const url of ['/', '/chat', '/embed', '/embed/token/more'])
      expect((await ancestorsOf(url)).slice(1), url).toEqual(["'none'", 'SAMEORIGIN'])
  })

  it.each([
    ['/', 'landing', 'index'],
    ['/?from=mail', 'landing', 'index'],
    ['/chat', 'landing', 'index'],
    ['/subscribe?from=mail', 'subscribe', 'index'],
    ['/subscribe/', 'subscribe', 'index'],
  ])('%s serves its prerendered page only without a session', async (url, prerendered, signedIn) => {
    for (const cookie of ['', 'sidebar_state=true', 'sid=anything', `sid=${'x'.repeat(22)}.${'x'.repeat(43)}`]) {
      expect(titleOf(await fetchPage(url, cookie)), cookie).toBe(prerendered)
    }
    expect(titleOf(await fetchPage(url, player.cookie))).toBe(signedIn)
  })

  it('shows visitors the character of a shared link, with a preview, and its markup as text', async () => {
    const author = await app.signUp()
    const name = 'Quill "<b>" $& Söhne'
    const { id } = await createCharacter(author, {
      name,
      description: 'Keeps <i>a lighthouse</i>.',
      userRole: 'A guest',
    })
    const page = await fetchPage(`/characters/${id}`, '')
    expect(titleOf(page)).toBe('Quill &quot;&lt;b>&quot; $&amp; Söhne · Troupe')
    expect(page).toContain('<meta property="og:title" content="Quill &quot;&lt;b>&quot; $&amp; Söhne" />')
    const image = /og:image" content="http:\/\/localhost:80(\/previews\/[\w-]+\.jpg\?v=\w+)"/.exec(page)?.[1] ?? ''
    const { headers, rawPayload } = await get(image)
    expect(headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=3600' })
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1_200, height: 630 })
    expect(page).toContain('name="twitter:card" content="summary_large_image"')
    expect(page).toContain('Keeps &lt;i>a lighthouse&lt;/i>.')
    expect(page).toContain('You play as: A guest')
    expect(titleOf(await fetchPage(`/characters/${id}`, author.cookie))).toBe('index')
    await author.put('/api/auth/user/profile', { displayName: 'Renamed <Author>' })
    expect(await fetchPage(`/characters/${id}/`, '')).toContain('Renamed &lt;Author>')
  })

  it('shows visitors no character that is not open to everybody', async () => {
    const author = await app.signUp(undefined, { accountType: 'premium', adult: true })
    const fields = [{ isPublic: false }, { contentRating: 'mature' }, { contentRating: 'explicit' }]
    const hidden = await Promise.all(fields.map((field) => createCharacter(author, field)))
    const deleted = await createCharacter(author)
    await author.request('DELETE', `/api/characters/${deleted.id}`)
    for (const id of [...hidden, deleted].map((character) => character.id).concat('none', '..%2F', 'x'.repeat(100)))
      expect(
        [titleOf(await fetchPage(`/characters/${id}`, '')), (await get(`/previews/${id}.jpg`)).statusCode],
        id,
      ).toEqual(['landing', 404])
  })

  it('serves the application when the session cannot be read', async () => {
    breakDatabase()
    expect(titleOf(await fetchPage('/', player.cookie))).toBe('index')
    expect(titleOf(await fetchPage('/', ''))).toBe('landing')
    expect(titleOf(await fetchPage(`/characters/${characterId}`, ''))).toBe('landing')
  })

  it('lets browsers cache only hashed files', async () => {
    const asset = await get('/assets/main-1a2b3c.js')
    expect([asset.statusCode, asset.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
    expect(asset.headers['content-type']).toMatch(/javascript/)
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache')
  })

  it.each(['/assets/gone.js', '/files/gone.webp', '/api', '/api/nowhere', '/ws', '/nowhere/else'])(
    '%s is not found',
    async (url) => {
      const { statusCode, headers, body } = await get(url)
      expect([statusCode, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8'])
      expect(JSON.parse(body)).toMatchObject({ code: 'not_found' })
    },
  )

  it.each([
    '/../package.json',
    '/..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/etc/passwd',
    '/.env',
    '/assets/..%5c..%5cpackage.json',
  ])('%s does not leave the client folder', async (url) => {
    const { body, statusCode } = await get(url)
    expect(statusCode).toBeLessThan(500)
    expect(body).not.toMatch(/"version"|root:/)
  })

  it('answers a browser at an unknown address with the application, as a 404', async () => {
    const { statusCode, headers } = await client.server.inject({
      url: '/nowhere',
      headers: { accept: 'text/html,*/*' },
    })
    expect([statusCode, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect((await get('/chat', 'POST')).statusCode).toBe(404)
  })
})

describe('over https', () => {
  beforeAll(async () => {
    env.PUBLIC_URL = 'https://troupe.example'
    await app.restart()
  })

  it('sends Strict-Transport-Security and upgrade-insecure-requests', async () => {
    for (const address of ['/', '/api/nowhere', '/healthz']) {
      const { headers } = await app.visitor().raw(address)
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
      expect(headers.get('content-security-policy')).toContain('upgrade-insecure-requests')
    }
  })
})
