import { EventEmitter } from 'node:events'
import { recentEntries } from './recent-entries.ts'
import { waitAtMost } from './wait-at-most.ts'

/** Publish/subscribe: within this process, or between instances through Redis. */
export interface Bus {
  /** Whether messages reach other instances. */
  isDistributed: boolean
  publish(topic: string, message: string): void
  /**
   * Milliseconds since the last message of a topic; null when there was none recently. 0 where other instances publish
   * too, since this one cannot know.
   */
  sinceLast(topic: string): number | null
  /** Whether the bus can be reached. */
  answers(): Promise<boolean>
  /**
   * Resolves once the subscription is active: no message published afterwards is missed. While Redis is away it resolves
   * too, and becomes active when Redis is back.
   */
  subscribe(topic: string, listener: (message: string) => void): Promise<() => void>
  close(): Promise<void>
}

/** The most topics whose last message is remembered. */
const timesMax = 10_000

export function createMemoryBus(): Bus {
  const emitter = new EventEmitter()
  emitter.setMaxListeners(0)
  const times = recentEntries<number>(timesMax)
  return {
    isDistributed: false,
    answers: async () => true,
    publish(topic, message) {
      times.set(topic, performance.now())
      emitter.emit(topic, message)
    },
    sinceLast(topic) {
      const time = times.get(topic)
      return time === undefined ? null : performance.now() - time
    },
    async subscribe(topic, listener) {
      emitter.on(topic, listener)
      return () => void emitter.off(topic, listener)
    },
    async close() {
      emitter.removeAllListeners()
    },
  }
}

/** Milliseconds for a connection or an answer. What a failed publication announces is in the database too. */
const redisTimeout = 1_000

/**
 * Imports the Redis client only when it is used. Resolves while Redis is unreachable too: the client reconnects and
 * subscribes again by itself. `onError` is called once per outage.
 */
export async function createRedisBus(url: string, onError: (error: Error) => void): Promise<Bus> {
  const { Redis } = await import('ioredis')
  const createClient = () =>
    new Redis(url, {
      lazyConnect: true,
      connectTimeout: redisTimeout,
      commandTimeout: redisTimeout,
      maxRetriesPerRequest: 0,
      enableOfflineQueue: false,
      autoResubscribe: false,
      retryStrategy: (attempt) => Math.min(attempt * 100, redisTimeout),
    })
  const publisher = createClient()
  const subscriber = createClient()
  let isReported = false
  const report = (error: Error) => {
    if (!isReported) onError(error)
    isReported = true
  }
  const topics = new Map<string, Set<(message: string) => void>>()
  for (const client of [publisher, subscriber]) client.on('error', report)
  publisher.on('ready', () => {
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
    sinceLast: () => 0,
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
    async close() {
      publisher.disconnect()
      subscriber.disconnect()
    },
  }
}
