import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ErrorBody } from '#shared/errors.ts'
import { isMutating, type Route, recordRoutes } from '#tests/support/record-routes.ts'
import { type Client, createCharacter, createTestApp, type TestApp } from '#tests/support/test-app.ts'

const env: Record<string, string> = { FREE_DAILY_MESSAGES: '100000' }
const served = recordRoutes()
let app: TestApp
let player: Client
let characterId: string
let port: string

beforeAll(async () => {
  app = await createTestApp({ env })
  player = await app.signUp()
  characterId = (await createCharacter(player)).id
  port = new URL(app.url).port
})
afterAll(() => app.close())

interface Sent {
  headers: Record<string, string>
  body?: string
}

interface Told {
  status: number
  code: string | undefined
}

/** `fetch` keeps `Origin` and `Sec-Fetch-Site` to itself; a browser that is made to send them does not. */
function send(route: string, { headers, body }: Sent, cookie = player.cookie): Promise<Told> {
  const [method, path = ''] = route.split(' ')
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const options = { method, headers: { cookie, ...length, ...headers } }
    const call = request(new URL(path, app.url), options, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.on('error', reject)
      response.on('end', () => {
        const told = text.startsWith('{') ? (JSON.parse(text) as Partial<ErrorBody>) : {}
        resolve({ status: response.statusCode ?? 0, code: told.code })
      })
    })
    call.on('error', reject)
    call.end(body)
  })
}

const json = { 'content-type': 'application/json' }
const rename = JSON.stringify({ displayName: 'Mallory' })

/** What another site can make a browser send, and what the browser cannot help saying about it. */
const foreign: [string, () => Record<string, string>][] = [
  ['another site', () => ({ origin: 'https://evil.example' })],
  ['another port of this machine', () => ({ origin: 'http://localhost:1' })],
  ['this port over https', () => ({ origin: `https://localhost:${port}` })],
  ['a name that begins like ours', () => ({ origin: `http://localhost:${port}.evil.example` })],
  ['a name that ends like ours', () => ({ origin: `http://evil-localhost:${port}` })],
  ['a name of ours as its user', () => ({ origin: `http://localhost:${port}@evil.example` })],
  ['our origin and a path', () => ({ origin: `http://localhost:${port}/` })],
  ['our origin and another', () => ({ origin: `http://localhost:${port}, https://evil.example` })],
  ['nowhere: an empty origin', () => ({ origin: '' })],
  ['a sandboxed frame', () => ({ origin: 'null' })],
  ['a page that is cross-site', () => ({ 'sec-fetch-site': 'cross-site' })],
  ['a page that is same-site', () => ({ 'sec-fetch-site': 'same-site' })],
  ['a cross-site page that claims our origin', () => ({ origin: app.url, 'sec-fetch-site': 'cross-site' })],
]

/** What a form can post without asking first. */
const simple: [string, string, string][] = [
  ['text/plain', 'text/plain', rename],
  ['text/plain in another spelling', 'TEXT/Plain; charset=utf-8', rename],
  ['a form', 'application/x-www-form-urlencoded', 'displayName=Mallory&username=mallory&password=stage-door'],
  [
    'a form with a file',
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="displayName"\r\n\r\nMallory\r\n--x--',
  ],
  ['JSON that says it is text', 'text/plain, application/json', rename],
  ['a type that is none', 'json', rename],
]

/** Where a form with a file is the point; only the origin stands guard there. */
const takesFiles: Route[] = ['POST /api/images']

function mutating(): Route[] {
  const routes = served.filter(isMutating)
  expect(routes.length, 'routes that change something').toBeGreaterThan(10)
  return routes
}

/** Every route in front of something that is there, so that only the refusal stands between the call and its effect. */
const addressed = (route: Route) => route.replace(':id', characterId).replace(':messageId', characterId)

const everything = () =>
  Promise.all([
    app.context.db.selectFrom('users').selectAll().orderBy('id').execute(),
    app.context.db.selectFrom('characters').selectAll().orderBy('id').execute(),
    app.context.db.selectFrom('sessions').select('id').orderBy('id').execute(),
    app.context.db.selectFrom('conversations').selectAll().orderBy('id').execute(),
  ])

describe('every route that changes something', () => {
  it.each(foreign)('refuses a call from %s', async (_, headers) => {
    const before = await everything()
    for (const route of mutating()) {
      const told = await send(addressed(route), { headers: { ...json, ...headers() }, body: rename })
      expect(told, route).toEqual({ status: 403, code: 'foreign_origin' })
      expect(await send(addressed(route), { headers: headers() }), `${route} without a body`).toEqual(told)
    }
    expect(await everything()).toEqual(before)
  })

  it.each(simple)('refuses %s', async (_, type, body) => {
    const before = await everything()
    for (const route of mutating()) {
      const headers = { 'content-type': type }
      const told = await send(addressed(route), { headers, body })
      if (takesFiles.includes(route)) {
        expect(told.status, route).toBeGreaterThanOrEqual(400)
        continue
      }
      expect(told, route).toEqual({ status: 415, code: 'unsupported_media_type' })
      expect(await send(addressed(route), { headers }), `${route} without a body`).toEqual(told)
    }
    expect(await everything()).toEqual(before)
  })

  it('refuses a body of no type', async () => {
    for (const route of mutating()) {
      const told = await send(addressed(route), { headers: {}, body: rename })
      expect(told, route).toEqual({ status: 415, code: 'unsupported_media_type' })
    }
  })
})

describe('our own pages and plain programs', () => {
  it.each<[string, () => Record<string, string>]>([
    ['localhost', () => ({ origin: `http://localhost:${port}`, 'sec-fetch-site': 'same-origin' })],
    ['127.0.0.1', () => ({ origin: `http://127.0.0.1:${port}`, 'sec-fetch-site': 'same-origin' })],
    ['::1', () => ({ origin: `http://[::1]:${port}`, 'sec-fetch-site': 'same-origin' })],
    ['an address typed by hand', () => ({ 'sec-fetch-site': 'none' })],
    ['a browser that says its origin alone', () => ({ origin: `http://localhost:${port}` })],
    ['a program that says neither', () => ({})],
  ])('are let in from %s', async (_, headers) => {
    for (const route of mutating()) {
      const told = await send(addressed(route), { headers: { ...json, ...headers() }, body: '{}' }, '')
      expect([403, 415], route).not.toContain(told.status)
    }
    const body = JSON.stringify({ displayName: 'Ada' })
    expect((await send('PUT /api/auth/user/profile', { headers: { ...json, ...headers() }, body })).status).toBe(200)
    expect((await send(`DELETE /api/characters/${characterId}`, { headers: headers() })).status).toBe(204)
    expect((await send(`POST /api/characters/${characterId}/restore`, { headers: headers() })).status).toBe(200)
  })

  it('may read from anywhere, without leave to see what was read', async () => {
    const response = await player.raw('/api/auth/me')
    expect(response.status).toBe(200)
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    const asked = await player.raw('/api/characters', {
      method: 'OPTIONS',
      headers: { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
    })
    expect([...asked.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

describe('behind an address of its own', () => {
  beforeAll(async () => {
    env.PUBLIC_URL = 'http://troupe.example:8080'
    await app.restart()
    port = new URL(app.url).port
  })

  it('only that address is ours', async () => {
    const rename = (origin: string) =>
      send('PUT /api/auth/user/profile', { headers: { ...json, origin }, body: JSON.stringify({ displayName: 'Ada' }) })
    expect((await rename('http://troupe.example:8080')).status).toBe(200)
    for (const origin of [`http://localhost:${port}`, 'http://troupe.example', 'https://troupe.example:8080']) {
      expect(await rename(origin), origin).toEqual({ status: 403, code: 'foreign_origin' })
    }
  })
})
