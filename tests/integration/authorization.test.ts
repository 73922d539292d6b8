import { describe, expect, it, test } from 'vitest'
import type { ErrorBody } from '#shared/errors.ts'
import { keyScopes } from '#shared/routes.ts'
import { createApiKey } from '#tests/support/create-api-key.ts'
import { installFakeLlama } from '#tests/support/fake-llama.ts'
import { isMutating, recordRoutes } from '#tests/support/record-routes.ts'
import { type ApiResponse, type Client, createSharedApp } from '#tests/support/test-app.ts'
import { AuthorizationFixtures } from './authorization-fixtures.ts'
import {
  publicRoutes,
  type Role,
  type Row,
  roles,
  type State,
  scopesFor,
  states,
  type Target,
  table,
} from './authorization-table.ts'

const served = recordRoutes()

const app = await createSharedApp({ env: { AGE_ASSURANCE: 'attest', FREE_DAILY_MESSAGES: '100000' } })
installFakeLlama(app.context.env.dataDir, [])
const fixtures = new AuthorizationFixtures(app)
await fixtures.createAccounts()

test('the table lists exactly the routes of the server (spec 6.server)', () => {
  const listed = [...new Set(table.map((row) => row.route))]
  expect(listed.toSorted()).toEqual(served.toSorted())
})

const multipart = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nx\r\n--x--'

describe('a signed-out request gets 401 before its body and parameters are read', () => {
  const guarded = () => {
    const routes = served.filter((route) => !publicRoutes.includes(route))
    expect(routes.length).toBeGreaterThan(30)
    return routes.map((route) => route.split(' ') as [string, string])
  }

  const bodies: [name: string, type: string, body: string][] = [
    ['a body of the wrong shape', 'application/json', '{"id":7,"message":[],"stars":"many","password":{}}'],
    ['a body that is a list', 'application/json', '[]'],
    ['an empty body', 'application/json', ''],
    ['unreadable JSON', 'application/json', '{"name":'],
    ['a body over the limit', 'application/json', JSON.stringify({ name: 'x'.repeat(1_100_000) })],
    ['a form with a file', 'multipart/form-data; boundary=x', multipart],
    ['a form that never ends', 'multipart/form-data; boundary=x', multipart.slice(0, -3)],
    ['text', 'text/plain', 'name=Ada'],
    ['an unknown content type', 'application/x-unknown', 'x'],
  ]
  // One hook refuses for all routes, so each route is sent one of the bodies.
  it.each(bodies.map(([name, ...sent], at) => [name, at, ...sent] as const))('%s', async (_, at, type, body) => {
    const writes = guarded().filter(([method]) => method !== 'GET')
    for (const [method, path] of writes.filter((_, index) => index % bodies.length === at)) {
      const response = await app.visitor().raw(path, { method, headers: { 'content-type': type }, body })
      const code = path.startsWith('/v1/') ? 'invalid_api_key' : 'unauthenticated'
      expect([response.status, await response.text()], `${method} ${path}`).toEqual([
        401,
        expect.stringContaining(code),
      ])
    }
  })

  it('a query or an id of the wrong shape', async () => {
    for (const [method, pattern] of guarded()) {
      const path = `${pattern.replaceAll(/:\w+/g, 'x'.repeat(150))}?limit=many&cursor=%00&sort=7&before=${'x'.repeat(200)}`
      expect((await app.visitor().request(method, path)).status, `${method} ${path}`).toBe(401)
    }
  })
})

describe.each(table.map((row) => ({ ...row, title: row.variant ? `${row.route}, ${row.variant}` : row.route })))(
  '$title',
  ({ title: _, ...row }) => {
    it.each(states[row.kind])('%s', async (state) => {
      const statuses: [Role, number][] = []
      for (const role of roles) statuses.push([role, (await sendAs(row, state, role)).status])
      expect(statuses).toEqual(expected(row, state))
    })
  },
)

// Last, because it leaves what it has created.
describe('an API key, also of an admin, may call only the routes of its scope:', () => {
  it.each(keyScopes)('%s', async (scope) => {
    const { client } = await createApiKey(app, fixtures.clientOf('admin'), { scope })
    client.user = fixtures.clientOf('admin').user
    for (const row of table.filter(({ route }) => !publicRoutes.includes(route))) {
      const { status, body } = await send(client, row, await fixtures.target('any', client))
      // The body of a stream is not read.
      const isRefused = status === 403 && (row.isEndless || JSON.stringify(body).includes('key_not_allowed'))
      expect(isRefused, `${row.route}: ${status}`).toBe(!scopesFor(row.route).includes(scope))
      expect(status, row.route).not.toBe(401)
    }
    await fixtures.resetAccounts()
  })
})

function expected(row: Row, state: State): [Role, number][] {
  const statuses = (row.expect as Partial<Record<State, string>>)[state]?.split(' ') ?? []
  return roles.map((role, index) => [role, Number(statuses[index] ?? statuses[roles.indexOf('free')])])
}

/** Sends the request of one cell of the table and checks everything except its status. */
async function sendAs(row: Row, state: State, role: Role): Promise<ApiResponse> {
  const client = row.changesAccount ? await fixtures.openSession(role) : fixtures.clientFor(role, state)
  const target = await fixtures.target(state, client)
  const response = isMutating(row.route)
    ? await sendWrite(row, state, client, target)
    : await sendRead(row, client, target)
  // Only the owner gets the code of a deleted conversation.
  const isToldOfDeletion = role === 'owner' && state === 'deletedConversation' && isDeletion(response.body)
  if (response.status === 404 && !isToldOfDeletion) expect(response.body).toEqual(await notFoundBody(row, client))
  if (row.changesAccount) await fixtures.resetAccounts()
  return response
}

const isDeletion = (body: unknown) => (body as ErrorBody | null)?.code === 'conversation_deleted'

async function sendWrite(row: Row, state: State, client: Client, target: Target): Promise<ApiResponse> {
  const before = await snapshot(target)
  const response = await send(client, row, target)
  if (response.status < 300) fixtures.discard(state)
  else expect(await snapshot(target), 'a rejected call changes nothing').toEqual(before)
  return response
}

async function sendRead(row: Row, client: Client, target: Target): Promise<ApiResponse> {
  const response = await send(client, row, target)
  const head = await client.raw(pathOf(row, target)[1], { method: 'HEAD' })
  expect(head.status, 'HEAD has the same status').toBe(response.status)
  return response
}

async function send(client: Client, row: Row, target: Target): Promise<ApiResponse> {
  const [method = '', path] = pathOf(row, target)
  if (row.isEndless) {
    const { status, headers, body } = await client.raw(path, { method })
    await body?.cancel()
    return { status, headers, body: null }
  }
  return client.request(method, path, row.body?.(target))
}

function pathOf(row: Row, target: Target): [string, string] {
  const [method = '', pattern = ''] = row.route.split(' ')
  const id = pattern.startsWith('/api/characters') ? target.characterId : target.conversationId
  const path =
    row.path ??
    pattern
      .replace(':id', id)
      .replace(':messageId', target.messageId)
      .replace(/:characterId|:model/, target.characterId)
      .replaceAll(/:\w+/g, 'unknown')
  return [method, row.query ? `${path}?${row.query(target)}` : path]
}

const notFoundBodies = new Map<string, Promise<ErrorBody>>()

/** The error that the same client gets for an unknown id. */
function notFoundBody(row: Row, client: Client): Promise<ErrorBody> {
  const key = `${row.route} ${row.variant} ${client.user?.username}`
  const body = notFoundBodies.get(key) ?? requestUnknown(row, client)
  notFoundBodies.set(key, body)
  return body
}

async function requestUnknown(row: Row, client: Client): Promise<ErrorBody> {
  const state = {
    character: 'unknown',
    conversation: 'unknownConversation',
    message: 'unknownConversation',
    none: 'any',
  } as const
  const response = await send(client, row, await fixtures.target(state[row.kind], client))
  expect(response.status).toBe(404)
  const body = response.body as ErrorBody
  // OpenAI's form has none.
  return body.requestId ? { ...body, requestId: expect.any(String) as unknown as string } : body
}

/** The rows that a rejected call must not change. */
async function snapshot(target: Target): Promise<unknown> {
  const { characterId, conversationId } = target
  return Promise.all([
    app.rows('characters', { id: characterId }),
    app.rows('character_ratings', { character_id: characterId }),
    app.rows('conversations', { id: conversationId }),
    app.rows('messages', { conversation_id: conversationId }),
  ])
}
