import { Redis } from 'ioredis'
import { expect, test } from 'vitest'
import { findRedis, startRedis } from './redis.ts'

async function withClient<T>(url: string, run: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url, { retryStrategy: () => null, maxRetriesPerRequest: 0 })
  redis.on('error', () => {})
  try {
    return await run(redis)
  } finally {
    redis.disconnect()
  }
}

test.runIf(findRedis())('a killed Redis restarts at the same address without its data', async () => {
  const server = await startRedis()
  await withClient(server.url, (redis) => redis.set('greeting', 'hello'))
  await server.kill9()
  await expect(withClient(server.url, (redis) => redis.get('greeting'))).rejects.toThrow()
  await server.restart()
  expect(await withClient(server.url, (redis) => redis.get('greeting'))).toBeNull()
  await server.stop()
})
