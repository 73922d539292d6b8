import { EventEmitter } from 'node:events'
import { waitAtMost } from './wait-at-most.ts'

/** Publish/subscribe: within this process, or between instances through Redis. */
export interface Bus {
  /** Whether messages reach other instances. */
  isDistributed: boolean
  publish(topic: string, message: string): void
  /** Whether it works at the moment. */
  answers(): Promise<boolean>
  /**
   * Resolves once the subscription is active: no message published afterwards is missed. While Redis is away it resolves
   * too, and becomes active when Redis is back.
   */
  subscribe(topic: string, listener: (message: string) => void): Promise<() => void>
  close(): Promise<void>
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
    async close() {
      emitter.removeAllListeners()
    },
  }
}

/** Milliseconds for a connection or an answer. A publication that fails is lost; what it was for is also in the database. */
const redisTimeout = 1_000

/**
 * Imports the Redis client only when it is used. Resolves while Redis is away too: it is connected to as soon as it is
 * back, and the topics are subscribed to again. `onError` is called once for each time that Redis is away.
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
