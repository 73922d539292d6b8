import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChildServer, startUpstream } from '#tests/bench/load/upstreams.ts'
import { type Postgres, startPostgres } from '#tests/support/postgres.ts'
import { createPostgresDatabase } from '#tests/support/postgres-databases.ts'
import { findRedis, type Redis, startRedis } from '#tests/support/redis.ts'
import { ServerProcess } from '#tests/support/server-process.ts'
import { Client } from '#tests/support/test-app.ts'
import { recordFigures } from '../figures.ts'
import { type Expected, Observer, observeOutage } from './observe-outage.ts'

const hasRedis = findRedis() !== null
let redis: Redis
let postgres: Postgres
let upstream: ChildServer
let server: ServerProcess
let second: ServerProcess
let observer: Observer
const dataDir = mkdtempSync(path.join(tmpdir(), 'troupe-outage-'))

beforeAll(async () => {
  if (!hasRedis) return
  redis = await startRedis()
  postgres = await startPostgres()
  upstream = await startUpstream({ first: 20, gap: 50, tokens: 100 })
  const { url } = await createPostgresDatabase(postgres.url)
  const model = { MODEL_BASE_URL: `${upstream.url}/v1`, MODEL_NAME: 'mock-chat' }
  const env = { DATA_DIR: dataDir, DATABASE_URL: url, REDIS_URL: redis.url, ...model, FREE_DAILY_MESSAGES: '1000000' }
  server = await ServerProcess.create({ env })
  await server.start()
  // A port is free until its server listens: the second one is looked for afterwards.
  second = await ServerProcess.create({ env })
  await second.start()
  observer = new Observer(server.url)
  await observer.begin()
}, 60_000)
afterAll(async () => {
  await Promise.all([server?.kill9(), second?.kill9()])
  await redis?.stop()
  await postgres?.stop()
  await upstream?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const works: Expected = {
  send: 200,
  read: 200,
  login: 200,
  ready: { status: 200, part: { database: 'ok', redis: 'unreachable' } },
  reply: 'done',
}

const outages = () => [
  { name: 'Redis stopped', begin: redis.kill9, end: redis.restart },
  { name: 'Redis frozen', begin: redis.pause, end: redis.resume },
]

test.runIf(hasRedis)(
  'everything works while Redis is stopped or frozen',
  async () => {
    for (const outage of outages()) await observeOutage(observer, outage, works)
  },
  60_000,
)

test.runIf(hasRedis)(
  'Stop reaches the other instance, and the server starts, while Redis is stopped or frozen',
  async () => {
    for (const outage of outages()) {
      const { stream, path: conversation, messageId } = await observer.startReply()
      await outage.begin()
      const onSecond = new Client(() => second.url)
      onSecond.cookie = observer.client.cookie
      const startedAt = performance.now()
      const { status } = await onSecond.request('POST', `${conversation}/replies/${messageId}/stop`)
      const end = (await stream.rest()).at(-1)
      const stoppedAfter = performance.now() - startedAt
      await second.terminate()
      const startMs = await second.start()
      await outage.end()
      recordFigures('Two instances without Redis', {
        part: outage.name,
        'Stop on the other instance ends the reply after': `${(stoppedAfter / 1000).toFixed(1)} s`,
        'an instance starts in': `${(startMs / 1000).toFixed(1)} s`,
      })
      expect([status, end?.event, end?.data.status]).toEqual([204, 'done', 'interrupted'])
      expect(stoppedAfter).toBeLessThan(2_000)
      expect(second.output).toContain('Redis does not answer')
    }
  },
  60_000,
)
