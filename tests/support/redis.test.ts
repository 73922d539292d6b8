import { Redis } from 'ioredis'
import { expect, test } from 'vitest'
import { findRedis, startRedis } from './redis.ts'

async function ask<T>(url: string, question: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url, { retryStrategy: () => null, maxRetriesPerRequest: 0 })
  redis.on('error', () => {})
  try {
    return await question(redis)
  } finally {
    redis.disconnect()
  }
}

test.runIf(findRedis())('is killed without warning and comes back empty at the same address', async () => {
  const server = await startRedis()
  await ask(server.url, (redis) => redis.set('line', 'hello'))
  await server.kill9()
  await expect(ask(server.url, (redis) => redis.get('line'))).rejects.toThrow()
  await server.restart()
  expect(await ask(server.url, (redis) => redis.get('line'))).toBeNull()
  await server.stop()
})
