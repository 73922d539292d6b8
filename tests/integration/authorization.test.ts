import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import type { ErrorBody } from '#shared/errors.ts'
import { isMutating, recordRoutes } from '#tests/support/record-routes.ts'
import { type ApiResponse, type Client, createTestApp, type TestApp } from '#tests/support/test-app.ts'
import {
  publicRoutes,
  type Role,
  type Row,
  roles,
  type State,
  states,
  type Target,
  table,
} from './authorization-table.ts'
import { World } from './authorization-world.ts'

const served = recordRoutes()
let app: TestApp
let world: World

beforeAll(async () => {
  app = await createTestApp({ env: { AGE_ASSURANCE: 'attest', FREE_DAILY_MESSAGES: '100000' } })
  world = new World(app)
  await world.open()
})
afterAll(() => app.close())

test('the table has every route of the server, and none that is gone', () => {
  const listed = [...new Set(table.map((row) => row.route))]
  expect(listed.toSorted()).toEqual(served.toSorted())
})

const multipart = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nx\r\n--x--'

describe('a signed-out request is 401 before anything it carries is read', () => {
  const guarded = () => {
    const routes = served.filter((route) => !publicRoutes.includes(route))
    expect(routes.length).toBeGreaterThan(30)
    return routes.map((route) => route.split(' ') as [string, string])
  }

  it.each([
    ['a body of the wrong shape', 'application/json', '{"id":7,"message":[],"stars":"many","password":{}}'],
    ['a body that is a list', 'application/json', '[]'],
    ['an empty body', 'application/json', ''],
    ['unreadable JSON', 'application/json', '{"name":'],
    ['a body over the limit', 'application/json', JSON.stringify({ name: 'x'.repeat(2 * 1024 * 1024) })],
    ['a form with a file', 'multipart/form-data; boundary=x', multipart],
    ['a form that never ends', 'multipart/form-data; boundary=x', multipart.slice(0, -3)],
    ['text', 'text/plain', 'name=Ada'],
    ['an unknown content type', 'application/x-unknown', 'x'],
  ])('%s', async (_, type, body) => {
    for (const [method, path] of guarded()) {
      if (method === 'GET') continue
      const response = await app.visitor().raw(path, { method, headers: { 'content-type': type }, body })
      const told = (await response.json()) as ErrorBody
      expect([response.status, told.code], `${method} ${path}`).toEqual([401, 'unauthenticated'])
    }
  })

  it('a query or an id of the wrong shape', async () => {
    for (const [method, pattern] of guarded()) {
      const path = `${pattern.replaceAll(/:\w+/g, 'x'.repeat(150))}?limit=many&cursor=%00&sort=7&before=${'x'.repeat(200)}`
      expect((await app.visitor().request(method, path)).status, `${method} ${path}`).toBe(401)
    }
  })
})

describe.each(table.map((row) => ({ ...row, title: row.way ? `${row.route}, ${row.way}` : row.route })))(
  '$title',
  ({ title: _, ...row }) => {
    it.each(states[row.kind])('%s', async (state) => {
      const told: [Role, number][] = []
      for (const role of roles) told.push([role, (await ask(row, state, role)).status])
      expect(told).toEqual(expected(row, state))
    })
  },
)

function expected(row: Row, state: State): [Role, number][] {
  const statuses = (row.expect as Partial<Record<State, string>>)[state]?.split(' ') ?? []
  return roles.map((role, place) => [role, Number(statuses[place])])
}

/** One cell: the call, and what must hold beside its status. */
async function ask(row: Row, state: State, role: Role): Promise<ApiResponse> {
  const asker = row.changesAccount ? await world.elsewhere(role) : world.who(role, state)
  const target = await world.target(state, asker)
  const answer = isMutating(row.route) ? await change(row, state, asker, target) : await read(row, asker, target)
  if (answer.status === 404) expect(answer.body).toEqual(await nothingThere(row, asker))
  if (row.changesAccount) await world.putBack()
  return answer
}

async function change(row: Row, state: State, asker: Client, target: Target): Promise<ApiResponse> {
  const before = await snapshot(target)
  const answer = await call(asker, row, target)
  if (answer.status < 300) world.forget(state)
  else expect(await snapshot(target), 'what was refused changed nothing').toEqual(before)
  return answer
}

async function read(row: Row, asker: Client, target: Target): Promise<ApiResponse> {
  const answer = await call(asker, row, target)
  const head = await asker.raw(addressOf(row, target)[1], { method: 'HEAD' })
  expect(head.status, 'HEAD tells the same').toBe(answer.status)
  return answer
}

function call(asker: Client, row: Row, target: Target): Promise<ApiResponse> {
  const [method = '', address] = addressOf(row, target)
  return asker.request(method, address, row.body?.(target))
}

function addressOf(row: Row, target: Target): [string, string] {
  const [method = '', pattern = ''] = row.route.split(' ')
  const id = pattern.startsWith('/api/characters') ? target.characterId : target.conversationId
  const path =
    row.address ??
    pattern
      .replace(':id', id)
      .replace(':messageId', target.messageId)
      .replace(':clientMessageId', target.clientMessageId)
  return [method, row.query ? `${path}?${row.query(target)}` : path]
}

const told404 = new Map<string, Promise<ErrorBody>>()

/** What the same asker is told of an id that never was. */
function nothingThere(row: Row, asker: Client): Promise<ErrorBody> {
  const key = `${row.route} ${row.way} ${asker.user?.username}`
  const told = told404.get(key) ?? askForNothing(row, asker)
  told404.set(key, told)
  return told
}

async function askForNothing(row: Row, asker: Client): Promise<ErrorBody> {
  const state = { character: 'unknown', conversation: 'unknownOne', message: 'unknownOne', nothing: 'any' } as const
  const answer = await call(asker, row, await world.target(state[row.kind], asker))
  expect(answer.status).toBe(404)
  return { ...(answer.body as ErrorBody), requestId: expect.any(String) as unknown as string }
}

/** Everything a refused call must leave as it was. */
async function snapshot(target: Target): Promise<unknown> {
  const { db } = app.context
  const { characterId, conversationId } = target
  return Promise.all([
    db.selectFrom('characters').selectAll().where('id', '=', characterId).execute(),
    db.selectFrom('character_ratings').selectAll().where('character_id', '=', characterId).execute(),
    db.selectFrom('conversations').selectAll().where('id', '=', conversationId).execute(),
    db.selectFrom('messages').selectAll().where('conversation_id', '=', conversationId).orderBy('id').execute(),
  ])
}
