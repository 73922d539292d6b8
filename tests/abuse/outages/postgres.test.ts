import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Instances, startInstances } from '../start-instances.ts'
import { type Expected, Observer, observeOutage, observeTermination } from './observe-outage.ts'

let instances: Instances
let observer: Observer

beforeAll(async () => {
  instances = await startInstances({ first: 20, gap: 50, tokens: 40 }, {})
  observer = new Observer(instances.server.url)
  await observer.begin()
}, 60_000)
afterAll(() => instances?.close())

const away: Expected = {
  send: 503,
  read: 503,
  login: 503,
  ready: { status: 503, part: { database: 'unreachable' } },
  reply: 'error',
}

test.each([
  ['shut down', () => instances.postgres.shutDown(), () => instances.postgres.restart()],
  ['killed', () => instances.postgres.kill9(), () => instances.postgres.restart()],
  ['frozen', () => instances.postgres.pause(), () => instances.postgres.resume()],
])(
  'PostgreSQL %s',
  async (what, begin, end) => observeOutage(observer, { name: `PostgreSQL ${what}`, begin, end }, away),
  60_000,
)

test('the server stops within its time while PostgreSQL is frozen', async () => {
  const { postgres, server } = instances
  await observeTermination(
    { server, observer },
    { part: 'PostgreSQL frozen', begin: postgres.pause, end: postgres.resume },
  )
  await server.start()
  expect(await observer.lost()).toEqual([])
}, 90_000)
