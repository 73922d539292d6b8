import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Overview } from '#shared/overview.ts'
import { signUpAdmin } from '#tests/support/moderation.ts'
import { findRedis, type Redis, startRedis } from '#tests/support/redis.ts'
import { type Client, createOwnApp, createTestApp, type TestApp } from '#tests/support/test-app.ts'

/** Half a second without an answer is the most that one request waits. */
const outages: { name: string; begin: (redis: Redis) => Promise<unknown>; end: (redis: Redis) => Promise<unknown> }[] =
  [
    { name: 'stopped', begin: (redis) => redis.kill9(), end: (redis) => redis.restart() },
    { name: 'frozen', begin: async (redis) => redis.pause(), end: async (redis) => redis.resume() },
  ]

describe.runIf(findRedis()).each(outages)('rate limits while Redis is $name', ({ begin, end }) => {
  let redis: Redis
  let app: TestApp
  let admin: Client

  beforeAll(async () => {
    redis = await startRedis()
    app = await createTestApp({ env: { RATE_LIMITS: 'on', REDIS_URL: redis.url } })
    admin = await signUpAdmin(app)
  })
  afterAll(async () => {
    await app.close()
    await redis.stop()
  })
  const guess = (username: string) =>
    app.visitor().request('POST', '/api/auth/login', { username, password: 'wrong-guess' })
  const guesses = async (username: string, count: number) => {
    const statuses = (await Promise.all(Array.from({ length: count }, () => guess(username)))).map(
      ({ status }) => status,
    )
    return {
      passed: statuses.filter((status) => status === 401).length,
      refused: statuses.filter((s) => s === 429).length,
    }
  }

  const attention = async () => JSON.stringify((await admin.get<Overview>('/api/admin/overview')).attention)

  it('are counted in this process, and what was counted before still counts', async () => {
    expect(await guesses('ada', 4)).toEqual({ passed: 4, refused: 0 })
    await begin(redis)
    expect(await guesses('ada', 20)).toEqual({ passed: 6, refused: 14 })
    expect(await guesses('bert', 20)).toEqual({ passed: 10, refused: 10 })
    expect(app.logged()).toContain('rate limits count per instance')
    expect(await attention()).toContain('Redis does not answer.')
  })

  it('are counted across instances again after it', async () => {
    await end(redis)
    while (!app.logged().includes('Redis answers again')) await app.visitor().get('/healthz')
    expect(await attention()).not.toContain('Redis')
    const other = await createOwnApp({ env: { RATE_LIMITS: 'on', REDIS_URL: redis.url } })
    await guesses('dora', 10)
    expect((await other.visitor().request('POST', '/api/auth/login', { username: 'dora', password: 'x' })).status).toBe(
      429,
    )
  })
})
