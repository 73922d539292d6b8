import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import pLimit, { type LimitFunction } from 'p-limit'
import type { Clock } from '#server/core/clock.ts'
import { ApiError } from './api-error.ts'
import { discardBody } from './connections.ts'
import { rejectConnection } from './error-handler.ts'

interface SlotLimit {
  /** Requests in this process, each of which can hold tens of MB. */
  max: number
  maxPerAccount: number
  /** How many of them work at once; the others wait. */
  maxRunning: number
  message: string
}

export const slotLimits = {
  imports: {
    max: 6,
    maxPerAccount: 1,
    maxRunning: 1,
    message: 'The server is importing other files at the moment. Please try again in a few seconds.',
  },
  exports: {
    max: 8,
    maxPerAccount: 2,
    maxRunning: 1,
    message: 'The server is exporting other conversations at the moment. Please try again in a few seconds.',
  },
  uploads: {
    max: 12,
    maxPerAccount: 4,
    maxRunning: 12,
    message: 'Too many pictures are being uploaded at the moment. Please try again in a few seconds.',
  },
} as const satisfies Record<string, SlotLimit>

/** Seconds. */
const retryAfter = 5
/** Milliseconds that a client can hold a slot once others need it. */
export const slotTimeout = 5_000
/** Bytes that a client has to send or read in a millisecond after that: a connection of 0.8 Mbit/s does. */
const minRate = 100

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The kind of slot that a request holds, from before its body is read until its response has ended. */
    slot?: keyof typeof slotLimits
  }
  interface FastifyRequest {
    /** Throws on a route that declares no slot. */
    readonly slot: Slot
    heldSlot: Slot | null
  }
}

/**
 * Gives slots to the requests of routes that declare one, before their bodies are read: 503 when none is free. Call it
 * after `enforceAccess` and before any route is registered.
 */
export function limitSlots(app: FastifyInstance, clock: Clock): void {
  const pools = new Map(Object.entries(slotLimits).map(([name, limit]) => [name, new SlotPool(limit, clock)]))
  app.decorateRequest('heldSlot', null)
  app.decorateRequest('slot', {
    getter() {
      if (this.heldSlot) return this.heldSlot
      throw new Error(`${this.method} ${this.routeOptions.url} uses request.slot, but declares none.`)
    },
  })
  app.addHook('onRoute', (route) => {
    const pool = pools.get(route.config?.slot ?? '')
    if (!pool) return
    const takeSlot = async (request: FastifyRequest, reply: FastifyReply) => {
      request.heldSlot = pool.take(request, reply)
      if (request.heldSlot) return
      await discardBody(request.raw)
      if (!request.raw.complete) reply.header('connection', 'close')
      throw new ApiError('unavailable', { message: pool.limit.message, retryAfter })
    }
    route.onRequest = [...[route.onRequest ?? []].flat(), takeSlot]
  })
}

class SlotPool {
  readonly limit: SlotLimit
  readonly #clock: Clock
  readonly #queue: LimitFunction
  /** The oldest first. */
  readonly #held = new Set<Slot>()

  constructor(limit: SlotLimit, clock: Clock) {
    this.limit = limit
    this.#clock = clock
    this.#queue = pLimit(limit.maxRunning)
  }

  /** Null when none is free: then none is held by a client that keeps the server waiting. */
  take(request: FastifyRequest, reply: FastifyReply): Slot | null {
    const { max, maxPerAccount } = this.limit
    const all = [...this.#held]
    const own = all.filter(({ accountId }) => accountId === request.viewer.id)
    const excess = own.length >= maxPerAccount ? own : all.length >= max ? all : null
    if (excess) {
      const slow = excess.find((slot) => slot.hasStalled())
      if (!slow) return null
      slow.drop()
    }
    const slot = new Slot(request, reply, {
      queue: this.#queue,
      clock: this.#clock,
      release: () => this.#held.delete(slot),
    })
    this.#held.add(slot)
    slot.releaseWhenClosed()
    return slot
  }
}

interface SlotOptions {
  queue: LimitFunction
  clock: Clock
  release: () => void
}

/** What a request may hold in memory. It is released when the response has ended or the client is gone, and no work runs. */
class Slot {
  readonly accountId: string
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  readonly #options: SlotOptions
  /** When the server last began to wait for the client, and what they had exchanged by then. */
  #waitingSince: number
  #bytesBefore: number
  #running = 0
  #isClosed = false

  constructor(request: FastifyRequest, reply: FastifyReply, options: SlotOptions) {
    this.accountId = request.viewer.id
    this.#request = request
    this.#reply = reply
    this.#options = options
    this.#waitingSince = options.clock.elapsed()
    this.#bytesBefore = this.#countBytes()
  }

  /**
   * Runs work that holds the memory, in a turn of the event loop of its own, as soon as fewer than `maxRunning` others run.
   * It is not begun once the client is gone.
   */
  async run<T>(work: () => T | Promise<T>): Promise<T> {
    const { queue, clock } = this.#options
    this.#running += 1
    try {
      return await queue(async () => {
        await setImmediate()
        if (this.#isClosed) throw new ApiError('bad_request')
        return work()
      })
    } finally {
      this.#running -= 1
      this.#waitingSince = clock.elapsed()
      this.#bytesBefore = this.#countBytes()
      this.#releaseIfDone()
    }
  }

  releaseWhenClosed(): void {
    const { raw } = this.#reply
    const onClose = () => {
      this.#isClosed = true
      this.#releaseIfDone()
    }
    if (raw.destroyed) onClose()
    else raw.once('close', onClose)
  }

  /** Whether the server has waited too long for the rest of the body, or for the response to be read. */
  hasStalled(): boolean {
    const timeout = slotTimeout + (this.#countBytes() - this.#bytesBefore) / minRate
    if (this.#running > 0 || this.#options.clock.elapsed() - this.#waitingSince < timeout) return false
    return !this.#request.raw.complete || this.#reply.raw.writableLength > 0
  }

  #countBytes(): number {
    const { bytesRead, bytesWritten, writableLength } = this.#request.socket
    return bytesRead + bytesWritten - writableLength
  }

  drop(): void {
    const { socket } = this.#request
    if (this.#reply.raw.headersSent) socket.destroy()
    else rejectConnection({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket, this.#request.id)
    this.#options.release()
  }

  #releaseIfDone(): void {
    if (this.#isClosed && this.#running === 0) this.#options.release()
  }
}
