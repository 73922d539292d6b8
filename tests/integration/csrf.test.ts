import { request } from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ErrorBody } from '#shared/errors.ts'
import { signUpAdmin } from '#tests/support/moderation.ts'
import { isMutating, type Route, recordRoutes } from '#tests/support/record-routes.ts'
import { createCharacter, createSharedApp } from '#tests/support/test-app.ts'

const env: Record<string, string> = { FREE_DAILY_MESSAGES: '100000' }
const served = recordRoutes()

const app = await createSharedApp({ env })
// An account that may call every route.
const player = await signUpAdmin(app)
const characterId = (await createCharacter(player)).id
let port = new URL(app.url).port

interface RequestContent {
  headers: Record<string, string>
  body?: string
}

interface Result {
  status: number
  code: string | undefined
}

/** Uses `node:http` because `fetch` does not let a caller set `Origin` and `Sec-Fetch-Site`. */
function send(route: string, { headers, body }: RequestContent, cookie = player.cookie): Promise<Result> {
  const [method, path = ''] = route.split(' ')
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const options = { method, headers: { cookie, ...length, ...headers } }
    const outgoing = request(new URL(path, app.url), options, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.on('error', reject)
      response.on('end', () => {
        const body = text.startsWith('{') ? (JSON.parse(text) as { error?: unknown }) : {}
        // OpenAI's form has the code inside.
        const error = (typeof body.error === 'object' ? body.error : body) as Partial<ErrorBody>
        resolve({ status: response.statusCode ?? 0, code: error.code })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

const json = { 'content-type': 'application/json' }
const renameBody = JSON.stringify({ displayName: 'Mallory' })

/** Headers of requests that another site can make a browser send. */
const crossSite: [string, () => Record<string, string>][] = [
  ['another site', () => ({ origin: 'https://evil.example' })],
  ['another port of this machine', () => ({ origin: 'http://localhost:1' })],
  ['this port over https', () => ({ origin: `https://localhost:${port}` })],
  ['a host name that begins with ours', () => ({ origin: `http://localhost:${port}.evil.example` })],
  ['a host name that ends with ours', () => ({ origin: `http://evil-localhost:${port}` })],
  ['our host name as the user part', () => ({ origin: `http://localhost:${port}@evil.example` })],
  ['our origin and a path', () => ({ origin: `http://localhost:${port}/` })],
  ['a list of our origin and another', () => ({ origin: `http://localhost:${port}, https://evil.example` })],
  ['an empty origin', () => ({ origin: '' })],
  ['a sandboxed frame', () => ({ origin: 'null' })],
  ['a cross-site page', () => ({ 'sec-fetch-site': 'cross-site' })],
  ['a same-site page', () => ({ 'sec-fetch-site': 'same-site' })],
  ['a cross-site page that claims our origin', () => ({ origin: app.url, 'sec-fetch-site': 'cross-site' })],
]

/** Content types that a form can post without a CORS preflight. */
const simpleRequests: [string, string, string][] = [
  ['text/plain', 'text/plain', renameBody],
  ['text/plain in another spelling', 'TEXT/Plain; charset=utf-8', renameBody],
  ['a form', 'application/x-www-form-urlencoded', 'displayName=Mallory&username=mallory&password=quiet-harbor'],
  [
    'a form with a file',
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="displayName"\r\n\r\nMallory\r\n--x--',
  ],
  ['JSON declared as text', 'text/plain, application/json', renameBody],
  ['an invalid content type', 'json', renameBody],
]

/** Routes that accept a multipart form, or read no body; only the origin check protects them. */
const uploadRoutes: Route[] = ['POST /api/images', 'POST /api/characters/import', 'POST /api/calls/round-trips']

function mutating(): Route[] {
  const routes = served.filter(isMutating)
  expect(routes.length, 'mutating routes').toBeGreaterThan(10)
  return routes
}

/** Hooks refuse for all routes. The first way is tried on each, the others on a part of them. */
const routesFor = (way: number) => mutating().filter((_, index) => way === 0 || index % 8 === way % 8)

/** The route with ids of existing objects, so that only the check prevents the effect. */
const withIds = (route: Route) => route.replace(':id', characterId).replace(':messageId', characterId)

const snapshot = () =>
  Promise.all([app.rows('users'), app.rows('characters'), app.rows('sessions', {}, 'id'), app.rows('conversations')])

describe('every mutating route', () => {
  it.each(crossSite.map((way, at) => [...way, at] as const))('rejects a request from %s', async (_, headers, at) => {
    const before = await snapshot()
    for (const route of routesFor(at)) {
      const result = await send(withIds(route), { headers: { ...json, ...headers() }, body: renameBody })
      expect(result, route).toEqual({ status: 403, code: 'foreign_origin' })
      expect(await send(withIds(route), { headers: headers() }), `${route} without a body`).toEqual(result)
    }
    expect(await snapshot()).toEqual(before)
  })

  it.each(simpleRequests.map((way, at) => [...way, at] as const))('rejects %s', async (_, type, body, at) => {
    const before = await snapshot()
    for (const route of routesFor(at)) {
      const headers = { 'content-type': type }
      const result = await send(withIds(route), { headers, body })
      if (uploadRoutes.includes(route)) {
        expect(result.status, route).toBeGreaterThanOrEqual(400)
        continue
      }
      expect(result, route).toEqual({ status: 415, code: 'unsupported_media_type' })
      expect(await send(withIds(route), { headers }), `${route} without a body`).toEqual(result)
    }
    expect(await snapshot()).toEqual(before)
  })

  it('rejects a body without a content type', async () => {
    for (const route of mutating().filter((route) => route !== 'POST /api/calls/round-trips')) {
      const result = await send(withIds(route), { headers: {}, body: renameBody })
      expect(result, route).toEqual({ status: 415, code: 'unsupported_media_type' })
    }
  })
})

describe('requests from our own pages and from programs', () => {
  it.each<[string, () => Record<string, string>]>([
    ['localhost', () => ({ origin: `http://localhost:${port}`, 'sec-fetch-site': 'same-origin' })],
    ['127.0.0.1', () => ({ origin: `http://127.0.0.1:${port}`, 'sec-fetch-site': 'same-origin' })],
    ['::1', () => ({ origin: `http://[::1]:${port}`, 'sec-fetch-site': 'same-origin' })],
    ['an address typed by the user', () => ({ 'sec-fetch-site': 'none' })],
    ['a browser that sends only the origin', () => ({ origin: `http://localhost:${port}` })],
    ['a program that sends neither header', () => ({})],
  ])('are accepted from %s', async (_, headers) => {
    for (const route of mutating()) {
      const result = await send(withIds(route), { headers: { ...json, ...headers() }, body: '{}' }, '')
      expect([403, 415], route).not.toContain(result.status)
    }
    const body = JSON.stringify({ displayName: 'Ada' })
    expect((await send('PUT /api/auth/user/profile', { headers: { ...json, ...headers() }, body })).status).toBe(200)
    expect((await send(`DELETE /api/characters/${characterId}`, { headers: headers() })).status).toBe(204)
    expect((await send(`POST /api/characters/${characterId}/restore`, { headers: headers() })).status).toBe(200)
  })

  it('may read from any origin, without CORS headers', async () => {
    const response = await player.raw('/api/auth/me')
    expect(response.status).toBe(200)
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    const preflight = await player.raw('/api/characters', {
      method: 'OPTIONS',
      headers: { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
    })
    expect([...preflight.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

describe('with PUBLIC_URL', () => {
  beforeAll(async () => {
    env.PUBLIC_URL = 'http://troupe.example:8080'
    await app.restart()
    port = new URL(app.url).port
  })

  it('only that origin is accepted', async () => {
    const renameFrom = (origin: string) =>
      send('PUT /api/auth/user/profile', { headers: { ...json, origin }, body: JSON.stringify({ displayName: 'Ada' }) })
    expect((await renameFrom('http://troupe.example:8080')).status).toBe(200)
    for (const origin of [`http://localhost:${port}`, 'http://troupe.example', 'https://troupe.example:8080']) {
      expect(await renameFrom(origin), origin).toEqual({ status: 403, code: 'foreign_origin' })
    }
  })
})
