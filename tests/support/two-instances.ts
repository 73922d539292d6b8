import { findRedis, type Redis, startRedis } from './redis.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** How instances notify each other: over the database or, where the machine has it, over Redis. */
export const connections = ['with only the database', ...(findRedis() ? ['with Redis'] : [])]

export interface TwoInstances {
  database: TestDatabase
  redis: Redis | undefined
  first: TestApp
  second: TestApp
  close: () => Promise<void>
}

/** Starts two servers on one PostgreSQL database. */
export async function startTwoInstances(
  connection: (typeof connections)[number],
  env: Record<string, string> = {},
): Promise<TwoInstances> {
  const database = await createTestDatabase()
  const redis = connection === 'with Redis' ? await startRedis() : undefined
  const options = {
    database: { ...database, drop: async () => {} },
    env: { ...env, ...(redis ? { REDIS_URL: redis.url } : {}) },
  }
  const first = await createTestApp(options)
  const second = await createTestApp(options)
  const close = async () => {
    await first.close()
    await second.close()
    await redis?.stop()
    await database.drop()
  }
  return { database, redis, first, second, close }
}
