import { afterAll, beforeAll, expect, test } from 'vitest'
import { findRedis, type Redis, startRedis } from '#tests/support/redis.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { Client } from '#tests/support/test-app.ts'
import { recordFigures } from '../figures.ts'
import { type Instances, startInstances } from '../start-instances.ts'
import { type Expected, Observer, observeOutage } from './observe-outage.ts'

const hasRedis = findRedis() !== null
let redis: Redis
let instances: Instances
let observer: Observer

beforeAll(async () => {
  if (!hasRedis) return
  redis = await startRedis()
  const env = { REDIS_URL: redis.url, RATE_LIMITS: 'on' }
  instances = await startInstances({ first: 20, gap: 50, tokens: 100 }, env, 2)
  observer = new Observer(instances.server.url)
  await observer.begin()
}, 60_000)
afterAll(async () => {
  await instances?.close()
  await redis?.stop()
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
    const second = instances.servers[1] as ServerProcess
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
