import { EventEmitter } from 'node:events'

/** Publish/subscribe: within this process, or between instances through Redis. */
export interface Bus {
  /** Whether messages reach other instances. */
  isDistributed: boolean
  publish(topic: string, message: string): void
  /** Resolves once the subscription is active: no message published afterwards is missed. */
  subscribe(topic: string, listener: (message: string) => void): Promise<() => void>
  close(): Promise<void>
}

export function createMemoryBus(): Bus {
  const emitter = new EventEmitter()
  emitter.setMaxListeners(0)
  return {
    isDistributed: false,
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

/** Imports the Redis client only when it is used. */
export async function createRedisBus(url: string, onError: (error: Error) => void): Promise<Bus> {
  const { Redis } = await import('ioredis')
  const publisher = new Redis(url, { maxRetriesPerRequest: 1, lazyConnect: true })
  const subscriber = new Redis(url, { maxRetriesPerRequest: null, lazyConnect: true })
  for (const client of [publisher, subscriber]) client.on('error', onError)
  await Promise.all([publisher.connect(), subscriber.connect()])
  const topics = new Map<string, Set<(message: string) => void>>()
  subscriber.on('message', (topic: string, message: string) => {
    for (const listener of topics.get(topic) ?? []) listener(message)
  })
  return {
    isDistributed: true,
    publish: (topic, message) => void publisher.publish(topic, message).catch(onError),
    async subscribe(topic, listener) {
      const listeners = topics.get(topic) ?? new Set()
      topics.set(topic, listeners)
      listeners.add(listener)
      await subscriber.subscribe(topic)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0 || topics.get(topic) !== listeners) return
        topics.delete(topic)
        subscriber.unsubscribe(topic).catch(onError)
      }
    },
    async close() {
      publisher.disconnect()
      subscriber.disconnect()
    },
  }
}
