import { EventEmitter } from 'node:events'
import type { Logger } from './log.ts'
import { waitAtMost } from './wait-at-most.ts'

/** Publish/subscribe and counters: within this process, or between instances through Redis. */
export interface Bus {
  /** Whether messages reach other instances. */
  isDistributed: boolean
  publish(topic: string, message: string): void
  /** Whether the bus can be reached. */
  answers(): Promise<boolean>
  /**
   * Resolves once the subscription is active: no message published afterwards is missed. While Redis is away it resolves
   * too, and becomes active when Redis is back.
   */
  subscribe(topic: string, listener: (message: string) => void): Promise<() => void>
  /**
   * Counts a request of all instances in a window of milliseconds, from the first one on. Null without Redis, and while it
   * does not answer.
   */
  count(key: string, window: number): Promise<Count | null>
  close(): Promise<void>
}

export interface Count {
  count: number
  /** Milliseconds until the window ends. */
  remaining: number
}

export function createMemoryBus(): Bus {
  const emitter = new EventEmitter()
  emitter.setMaxListeners(0)
  return {
    isDistributed: false,
    answers: async () => true,
    publish: (topic, message) => void emitter.emit(topic, message),
    async subscribe(topic, listener) {
      emitter.on(topic, listener)
      return () => void emitter.off(topic, listener)
    },
    count: async () => null,
    async close() {
      emitter.removeAllListeners()
    },
  }
}

/** Milliseconds for a connection or an answer. What a failed publication announces is in the database too. */
const redisTimeout = 500
const redisWarning =
  'Redis does not answer. Until it is back, rate limits count per instance, and replies of other instances arrive in steps.'

const countInRedis = `
  local count = redis.call('INCR', KEYS[1])
  if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
  return { count, redis.call('PTTL', KEYS[1]) }`

/**
 * Imports the Redis client only when it is used. Resolves while Redis is unreachable too: the client reconnects and
 * subscribes again by itself. Each outage is logged once.
 */
export async function createRedisBus(url: string, log: Logger): Promise<Bus> {
  const { Redis } = await import('ioredis')
  const createClient = () =>
    new Redis(url, {
      lazyConnect: true,
      connectTimeout: redisTimeout,
      // Commands fail at once while Redis is away, and within this time when it stops answering.
      socketTimeout: redisTimeout,
      maxRetriesPerRequest: 0,
      enableOfflineQueue: false,
      autoResubscribe: false,
      retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
    })
  const publisher = createClient()
  const subscriber = createClient()
  let isReported = false
  const report = (error: Error) => {
    if (!isReported) log.warn({ err: error }, redisWarning)
    isReported = true
  }
  const topics = new Map<string, Set<(message: string) => void>>()
  for (const client of [publisher, subscriber]) client.on('error', report)
  publisher.on('reconnecting', () => report(new Error('the connection was lost')))
  publisher.on('ready', () => {
    if (isReported) log.info('Redis answers again')
    isReported = false
  })
  subscriber.on('ready', () => {
    if (topics.size > 0) subscriber.subscribe(...topics.keys()).catch(report)
  })
  subscriber.on('message', (topic: string, message: string) => {
    for (const listener of topics.get(topic) ?? []) listener(message)
  })
  const connected = Promise.all([publisher.connect(), subscriber.connect()]).catch(report)
  await waitAtMost(redisTimeout, connected)
  return {
    isDistributed: true,
    answers: () =>
      publisher.ping().then(
        () => true,
        () => false,
      ),
    publish: (topic, message) => void publisher.publish(topic, message).catch(report),
    async subscribe(topic, listener) {
      const listeners = topics.get(topic) ?? new Set()
      topics.set(topic, listeners)
      listeners.add(listener)
      await subscriber.subscribe(topic).catch(report)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0 || topics.get(topic) !== listeners) return
        topics.delete(topic)
        subscriber.unsubscribe(topic).catch(report)
      }
    },
    async count(key, window) {
      const answer = await publisher.eval(countInRedis, 1, `rate-limit:${key}`, window).catch(() => null)
      const [count, remaining] = (answer ?? []) as number[]
      return count === undefined || remaining === undefined ? null : { count, remaining }
    },
    async close() {
      publisher.disconnect()
      subscriber.disconnect()
    },
  }
}
