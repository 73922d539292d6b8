import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Overview } from '#shared/overview.ts'
import { percentile } from '#tests/bench/figures.ts'
import { findRedis, type Redis, startRedis } from '#tests/support/redis.ts'
import { Client } from '#tests/support/test-app.ts'
import { recordFigures } from '../figures.ts'
import { type Instances, startInstances } from '../start-instances.ts'
import { Load } from './load.ts'

const users = 20
/** Milliseconds. */
const outageTime = 30_000
const answerMax = 2_000
const healedMax = 3_000
/** A reply takes 2 s, and its end has 2 s to be saved. */
const replyMax = 6_000

describe.runIf(findRedis())('20 users, while a part does not answer for 30 seconds', () => {
  let redis: Redis
  let instances: Instances
  let admin: Client

  beforeAll(async () => {
    redis = await startRedis()
    const account = { ADMIN_USERNAME: 'mora', ADMIN_PASSWORD: 'quiet-harbor' }
    instances = await startInstances({ first: 20, gap: 50, tokens: 40 }, { REDIS_URL: redis.url, ...account })
    admin = new Client(() => instances.server.url)
    await admin.post('/api/auth/login', { username: 'mora', password: 'quiet-harbor' })
  }, 60_000)
  afterAll(async () => {
    await instances?.close()
    await redis?.stop()
  })

  /** What is said of Redis by `/readyz`, and on Admin → Overview. */
  const readState = async () => {
    const { body } = await admin.request<{ ready: boolean; database: string; redis: string }>('GET', '/readyz')
    const overview = await admin.request<Overview>('GET', '/api/admin/overview')
    const attention = overview.status === 200 ? overview.body.attention.filter(({ text }) => /Redis/.test(text)) : null
    return { ...body, overview: overview.status, attention: attention?.length }
  }

  async function observe(name: string, outage: { begin(): Promise<void> | void; end(): Promise<void> | void }) {
    const load = await Load.start(instances.server.url, { name: name.toLowerCase().replaceAll(' ', '-'), users })
    await expect.poll(() => load.ends.length, { timeout: 30_000 }).toBeGreaterThan(users)
    await outage.begin()
    const beganAt = performance.now()
    await sleep(outageTime)
    const state = await readState()
    await outage.end()
    const endedAt = performance.now()
    let healed = await readState()
    while (!healed.ready || healed.redis !== 'ok') {
      await sleep(50)
      healed = await readState()
    }
    const healedAfter = performance.now() - endedAt
    await sleep(healedMax)
    await load.stop()
    const during = load.between(beganAt, endedAt)
    const after = load.between(endedAt + healedMax, Number.POSITIVE_INFINITY)
    const ends = load.ends.filter(({ at }) => at > beganAt)
    const wrong = await load.wrong()
    const statuses = [...new Set(during.map(({ status }) => status))].sort()
    const slowest = Math.max(...during.map(({ ms }) => ms))
    const begun = ends.filter(({ startedAt }) => startedAt < beganAt)
    const lastEnd = Math.max(...begun.map(({ at }) => at - beganAt))
    const count = (event: string) => ends.filter((end) => end.event === event).length
    recordFigures('A part does not answer for 30 seconds, under 20 users', {
      part: name,
      requests: during.length,
      answers: statuses
        .map((status) => `${status}: ${during.filter((answer) => answer.status === status).length}`)
        .join(', '),
      p99: `${percentile(
        during.map(({ ms }) => ms),
        99,
      ).toFixed(0)} ms`,
      slowest: `${slowest.toFixed(0)} ms`,
      'replies that ended: done; error; cut': `${count('done')}; ${count('error')}; ${count('cut')}`,
      'the last reply that was being read ended after': `${(lastEnd / 1000).toFixed(1)} s`,
      'works again after': `${(healedAfter / 1000).toFixed(1)} s`,
      'acknowledged messages lost or doubled': wrong.length,
    })
    expect(wrong).toEqual([])
    expect(load.failures).toEqual([])
    expect(count('cut')).toBe(0)
    expect(slowest).toBeLessThan(answerMax)
    expect(lastEnd).toBeLessThan(replyMax)
    expect(healedAfter).toBeLessThan(healedMax)
    expect(new Set(after.map(({ status }) => status))).toEqual(new Set([200]))
    return { state, healed, statuses }
  }

  test.each([
    ['PostgreSQL stopped', () => instances.postgres.shutDown(), () => instances.postgres.restart()],
    ['PostgreSQL frozen', () => instances.postgres.pause(), () => instances.postgres.resume()],
  ])(
    '%s: every request is answered within 2 seconds, and nothing acknowledged is lost',
    async (name, begin, end) => {
      const { state, statuses } = await observe(name, { begin, end })
      expect(statuses.filter((status) => ![200, 503].includes(status))).toEqual([])
      expect(statuses).toContain(503)
      expect(state).toMatchObject({ ready: false, database: 'unreachable', overview: 503 })
    },
    180_000,
  )

  test('Redis stopped: chats go on, and the log, /readyz and Overview say what is degraded', async () => {
    const { state, healed, statuses } = await observe('Redis stopped', { begin: redis.kill9, end: redis.restart })
    expect(statuses).toEqual([200])
    expect(state).toMatchObject({ ready: true, redis: 'unreachable', attention: 1 })
    expect(healed).toMatchObject({ ready: true, redis: 'ok', attention: 0 })
    expect(instances.server.output).toContain('Redis does not answer')
  }, 180_000)
})
