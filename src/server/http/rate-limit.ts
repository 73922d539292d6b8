import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '#server/core/context.ts'
import { recentEntries } from '#server/core/recent-entries.ts'
import { addressOf } from './address.ts'
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
  /** Password checks of a signed-in account, on all routes that ask for the password. */
  passwordCheck: { name: 'password-check', max: 10, window: 15 * minute },
  /** Requests of an address with an API key that does not exist. */
  wrongKey: { name: 'wrong-key', max: 30, window: 15 * minute },
  /** Mails that a visitor asks for, for each address and each account. */
  mail: { name: 'mail', max: 5, window: 60 * minute },
  download: { name: 'download', max: 10, window: 60 * minute },
  chat: { name: 'chat', max: 30, window: minute },
  /** Messages to embedded characters, for each address, and for each account that embeds some. */
  embed: { name: 'embed', max: 60, window: 60 * minute },
  embedAccount: { name: 'embed-account', max: 30, window: minute },
  /** Event streams of replies, opened or reopened. */
  events: { name: 'events', max: 120, window: minute },
  /** Versions chosen, edited, deleted and restored. */
  versions: { name: 'versions', max: 120, window: minute },
  storyMap: { name: 'story-map', max: 60, window: minute },
  copyConversation: { name: 'copy-conversation', max: 60, window: 60 * minute },
  conversation: { name: 'conversation', max: 30, window: minute },
  greeting: { name: 'greeting', max: 20, window: minute },
  bulk: { name: 'bulk', max: 60, window: 60 * minute },
  exportConversation: { name: 'export-conversation', max: 60, window: 60 * minute },
  /** Counted in MB. The limits of imported files let a large archive in. */
  importedText: { name: 'imported-text', max: 300, window: 24 * 60 * minute },
  importConversation: { name: 'import-conversation', max: 1_200, window: 60 * minute },
  folders: { name: 'folders', max: 120, window: minute },
  /** The palette sends one of each search when a user stops typing. */
  searchGallery: { name: 'search-gallery', max: 120, window: minute },
  searchMessages: { name: 'search-messages', max: 120, window: minute },
  searchConversations: { name: 'search-conversations', max: 120, window: minute },
  /** Everything else that changes something. */
  change: { name: 'change', max: 300, window: minute },
  save: { name: 'save', max: 60, window: minute },
  /** Personas, notes and quick replies. */
  saveChatSettings: { name: 'save-chat-settings', max: 120, window: minute },
  /** Character cards imported or exported. */
  cards: { name: 'cards', max: 1_200, window: 60 * minute },
  draw: { name: 'draw', max: 20, window: 60 * minute },
  /** Sentences that are spoken, stored ones included: a fast reader of short ones asks for less than one a second. */
  speech: { name: 'speech', max: 120, window: minute },
  transcriptions: { name: 'transcriptions', max: 30, window: minute },
  upload: { name: 'upload', max: 240, window: 60 * minute },
  subscribe: { name: 'subscribe', max: 30, window: 10 * minute },
  billing: { name: 'billing', max: 60, window: 10 * minute },
  sandboxPayment: { name: 'sandbox-payment', max: 30, window: 10 * minute },
  modelTest: { name: 'model-test', max: 60, window: 10 * minute },
  adminToken: { name: 'admin-token', max: 60, window: minute },
  /** Pictures of links that are drawn, for each address. */
  linkPreview: { name: 'link-preview', max: 60, window: minute },
  report: { name: 'report', max: 30, window: 60 * minute },
} as const satisfies Record<string, Limit>

/**
 * The most counters in memory, about 260 bytes each: more than a flood of requests creates, since the oldest go first.
 */
const countersMax = 100_000

interface Count {
  count: number
  /** Milliseconds until the window ends. */
  remaining: number
}
type CountRequest = (key: string, window: number) => Count | Promise<Count | null>

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Checked after validation and before the handler: for the account, or for the address where no account is needed. Routes
     * that do not count each request so call a limiter themselves. Signed-in routes that change something and declare no limit
     * have `change`.
     */
    limit?: keyof typeof limits
  }
  interface FastifyInstance {
    /** Counts in this process and, with Redis, across instances; while Redis is unreachable, in this process only. */
    requestCounters: CountRequest[]
  }
}

/** Creates the counters, and limits the routes that are registered from now on. `RATE_LIMITS=off` switches all limits off. */
export async function registerRateLimit(app: FastifyInstance, context: Context): Promise<void> {
  const { redisUrl } = context.env
  const counters: CountRequest[] = [createMemoryCounter(context)]
  app.decorate('requestCounters', counters)
  app.addHook('onRoute', (route) => {
    const { access } = route.config ?? {}
    const isSignedIn = access !== undefined && access !== 'public' && access !== 'optional'
    const isChange = isSignedIn && !['GET', 'HEAD'].includes(String(route.method))
    const limit = route.config?.limit ?? (isChange ? 'change' : undefined)
    if (limit === undefined) return
    const assertBelow = createLimiter(app, context, limits[limit])
    route.preHandler = (request: FastifyRequest) => assertBelow(isSignedIn ? request.viewer.id : addressOf(request))
  })
  if (!redisUrl) return
  const redis = await connectRedis(redisUrl, context)
  app.addHook('onClose', async () => redis.disconnect())
  counters.push(async (key, window) => {
    const answer = await redis.eval(countInRedis, 1, `rate-limit:${key}`, window).catch(() => null)
    const [count, remaining] = (answer ?? []) as number[]
    return count === undefined || remaining === undefined ? null : { count, remaining }
  })
}

function createMemoryCounter({ clock }: Context): CountRequest {
  const windows = recentEntries<{ count: number; endsAt: number }>(countersMax)
  return (key, window) => {
    const now = clock.elapsed()
    const last = windows.get(key)
    const current = last && last.endsAt > now ? last : { count: 0, endsAt: now + window }
    current.count += 1
    windows.set(key, current)
    return { count: current.count, remaining: current.endsAt - now }
  }
}

const countInRedis = `
  local count = redis.call('INCR', KEYS[1])
  if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
  return { count, redis.call('PTTL', KEYS[1]) }`

/** A client whose commands fail at once while Redis is away, and within half a second when it stops answering. */
async function connectRedis(url: string, { log }: Context) {
  const { Redis } = await import('ioredis')
  const timeouts = { connectTimeout: 500, socketTimeout: 500 }
  const client = new Redis(url, { ...timeouts, enableOfflineQueue: false, maxRetriesPerRequest: 0, lazyConnect: true })
  let isAway = false
  let lastError: Error | undefined
  client.on('error', (error) => {
    lastError = error
  })
  client.on('reconnecting', () => {
    if (!isAway) log.warn({ err: lastError }, 'Redis does not answer: rate limits are counted in this process only')
    isAway = true
  })
  client.on('ready', () => {
    if (isAway) log.info('Redis answers again: rate limits are counted across instances')
    isAway = false
  })
  // The server also starts while Redis is unreachable, and the client keeps connecting.
  await client.connect().catch(() => {})
  return client
}

/** Says how long to wait where that is more than a minute or two. `retryAfter`: seconds. */
function tooMany(retryAfter: number): ApiError {
  const minutes = Math.ceil(retryAfter / 60)
  if (minutes <= 2) return new ApiError('too_many_requests', { retryAfter })
  const message = `Too many attempts. Please try again in ${minutes} minutes.`
  return new ApiError('too_many_requests', { retryAfter, message })
}

/** Throws 429 with `Retry-After` once `key` (an address, an account, or both) is over the limit. */
export type Limiter = (key: string) => Promise<void>

export function createLimiter(app: FastifyInstance, context: Context, { name, max, window }: Limit): Limiter {
  if (!context.env.rateLimits) return async () => {}
  return async (key) => {
    for (const result of await Promise.all(app.requestCounters.map((count) => count(`${name}:${key}`, window)))) {
      if (result && result.count > max) {
        throw tooMany(Math.max(1, Math.ceil(result.remaining / 1000)))
      }
    }
  }
}
