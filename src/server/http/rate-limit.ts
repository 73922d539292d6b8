import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Count } from '#server/core/bus.ts'
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
  copyConversation: { name: 'copy-conversation', max: 60, window: 24 * 60 * minute },
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
    /** Counts a request in this process. */
    countRequest: (key: string, window: number) => Count
  }
}

/** Limits the routes that are registered from now on. `RATE_LIMITS=off` switches all limits off. */
export function registerRateLimit(app: FastifyInstance, context: Context): void {
  app.decorate('countRequest', createMemoryCounter(context))
  app.addHook('onRoute', (route) => {
    const { access } = route.config ?? {}
    const isSignedIn = access !== undefined && access !== 'public' && access !== 'optional'
    const isChange = isSignedIn && !['GET', 'HEAD'].includes(String(route.method))
    const limit = route.config?.limit ?? (isChange ? 'change' : undefined)
    if (limit === undefined) return
    const assertBelow = createLimiter(app, context, limits[limit])
    route.preHandler = (request: FastifyRequest) => assertBelow(isSignedIn ? request.viewer.id : addressOf(request))
  })
}

function createMemoryCounter({ clock }: Context): FastifyInstance['countRequest'] {
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
    // In this process and, with Redis, across instances.
    const own = app.countRequest(`${name}:${key}`, window)
    for (const result of [own, await context.bus.count(`${name}:${key}`, window)]) {
      if (result && result.count > max) throw tooMany(Math.max(1, Math.ceil(result.remaining / 1000)))
    }
  }
}
