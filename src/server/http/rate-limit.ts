import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '#server/core/context.ts'
import { ApiError } from './api-error.ts'

export interface Limit {
  max: number
  /** Milliseconds. */
  window: number
  name: string
}

const minute = 60_000

/** All rate limits. Counted per instance, or across instances with `REDIS_URL`. */
export const limits = {
  loginPair: { name: 'login-pair', max: 10, window: 15 * minute },
  loginAddress: { name: 'login', max: 100, window: 15 * minute },
  register: { name: 'register', max: 10, window: 60 * minute },
  /** Password checks of a signed-in account. */
  passwordCheck: { name: 'password-check', max: 10, window: 15 * minute },
  download: { name: 'download', max: 10, window: 60 * minute },
  chat: { name: 'chat', max: 30, window: minute },
  conversation: { name: 'conversation', max: 30, window: minute },
  greeting: { name: 'greeting', max: 20, window: minute },
  save: { name: 'save', max: 60, window: minute },
  draw: { name: 'draw', max: 20, window: 60 * minute },
  upload: { name: 'upload', max: 30, window: 60 * minute },
  subscribe: { name: 'subscribe', max: 30, window: 10 * minute },
  sandboxPayment: { name: 'sandbox-payment', max: 30, window: 10 * minute },
  report: { name: 'report', max: 30, window: 60 * minute },
} as const satisfies Record<string, Limit>

/** Counters in memory, about 260 bytes each. Past this number the least recently used are evicted, so a flood of requests must not reach it. */
const countersMax = 100_000

/** Registers the counters. `RATE_LIMITS=off` switches all limits off. */
export async function registerRateLimit(app: FastifyInstance, context: Context): Promise<void> {
  const redis = context.env.redisUrl ? await redisCounter(context.env.redisUrl, context) : undefined
  await app.register(rateLimit, { global: false, cache: countersMax, ...(redis ? { redis, skipOnError: true } : {}) })
}

async function redisCounter(url: string, context: Context) {
  const { Redis } = await import('ioredis')
  const client = new Redis(url, { connectTimeout: 500, maxRetriesPerRequest: 1 })
  client.on('error', (error) => context.log.warn({ err: error }, 'redis error (rate limits)'))
  return client
}

/** Throws 429 with `Retry-After` once `key` (an address, an account, or both) is over the limit. */
export type Limiter = (request: FastifyRequest, key: string) => Promise<void>

export function createLimiter(app: FastifyInstance, context: Context, limit: Limit): Limiter {
  if (!context.env.rateLimits) return async () => {}
  const keys = new WeakMap<FastifyRequest, string>()
  const check = app.createRateLimit({
    max: limit.max,
    timeWindow: limit.window,
    keyGenerator: (request) => `${limit.name}:${keys.get(request)}`,
  })
  return async (request, key) => {
    keys.set(request, key)
    const result = await check(request)
    if (!result.isAllowed && result.isExceeded) {
      throw new ApiError('too_many_requests', { retryAfter: Math.max(1, result.ttlInSeconds) })
    }
  }
}
