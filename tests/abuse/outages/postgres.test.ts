import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChildServer, startUpstream } from '#tests/bench/load/upstreams.ts'
import { type Postgres, startPostgres } from '#tests/support/postgres.ts'
import { createPostgresDatabase } from '#tests/support/postgres-databases.ts'
import { ServerProcess } from '#tests/support/server-process.ts'
import { type Expected, Observer, observeOutage, observeTermination } from './observe-outage.ts'

let postgres: Postgres
let upstream: ChildServer
let server: ServerProcess
let observer: Observer
const dataDir = mkdtempSync(path.join(tmpdir(), 'troupe-outage-'))

beforeAll(async () => {
  postgres = await startPostgres()
  upstream = await startUpstream({ first: 20, gap: 50, tokens: 40 })
  const { url } = await createPostgresDatabase(postgres.url)
  const model = { MODEL_BASE_URL: `${upstream.url}/v1`, MODEL_NAME: 'mock-chat' }
  const env = { DATA_DIR: dataDir, DATABASE_URL: url, ...model, RATE_LIMITS: 'off', FREE_DAILY_MESSAGES: '1000000' }
  server = await ServerProcess.create({ env })
  await server.start()
  observer = new Observer(server.url)
  await observer.begin()
}, 60_000)
afterAll(async () => {
  await server?.kill9()
  postgres?.resume()
  await postgres?.stop()
  await upstream?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const away: Expected = {
  send: 503,
  read: 503,
  login: 503,
  ready: { status: 503, part: { database: 'unreachable' } },
  reply: 'error',
}

test('PostgreSQL shut down', async () => {
  await observeOutage(observer, { name: 'PostgreSQL shut down', begin: postgres.shutDown, end: postgres.restart }, away)
}, 60_000)

test('PostgreSQL killed', async () => {
  await observeOutage(observer, { name: 'PostgreSQL killed', begin: postgres.kill9, end: postgres.restart }, away)
}, 60_000)

test('PostgreSQL frozen', async () => {
  await observeOutage(observer, { name: 'PostgreSQL frozen', begin: postgres.pause, end: postgres.resume }, away)
}, 60_000)

test('the server stops within its time while PostgreSQL is frozen', async () => {
  await observeTermination(
    { server, observer },
    { part: 'PostgreSQL frozen', begin: postgres.pause, end: postgres.resume },
  )
  await server.start()
  expect(await observer.lost()).toEqual([])
}, 90_000)
