import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from './api-error.ts'

/** UTF-16 code units or bytes from which an answer is large: it has held the event loop for 10 ms or more. */
const largeAnswer = 500_000
/** Milliseconds after a large answer in which the account gets no other one. */
const pauseAfterLarge = 250

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The requests of an account are answered one after the other, since the answer can have megabytes. */
    inTurn?: boolean
  }
  interface FastifyRequest {
    endTurn: ((delay: number) => void) | null
  }
}

/** Answers the requests of an account to routes with `inTurn` one after the other. To be called after `registerRateLimit`. */
export function answerInTurn(app: FastifyInstance): void {
  /** When the last turn of an account ends. */
  const ends = new Map<string, Promise<void>>()

  const takeTurn = async (request: FastifyRequest, reply: FastifyReply) => {
    const { id } = request.viewer
    const { promise, resolve } = Promise.withResolvers<void>()
    const before = ends.get(id)
    ends.set(id, promise)
    request.endTurn = (delay) => {
      request.endTurn = null
      const end = () => {
        if (ends.get(id) === promise) ends.delete(id)
        resolve()
      }
      if (delay > 0) setTimeout(end, delay).unref()
      else end()
    }
    await before
    // Otherwise the next answer would begin in the same turn of the event loop.
    await setImmediate()
    if (reply.raw.destroyed) throw new ApiError('bad_request')
  }
  const endTurn = async (request: FastifyRequest, _reply: FastifyReply, payload: unknown) => {
    const isLarge = (typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length > largeAnswer
    request.endTurn?.(isLarge ? pauseAfterLarge : 0)
  }
  // Between the parts of the work: the handler, and the check and the writing of its answer.
  const answerOthers = async (_request: FastifyRequest, _reply: FastifyReply, payload: unknown) => {
    await setImmediate()
    return payload
  }
  const endIfNotSent = async (request: FastifyRequest) => request.endTurn?.(0)

  app.decorateRequest('endTurn', null)
  app.addHook('onRoute', (route) => {
    if (!route.config?.inTurn) return
    route.preHandler = [...[route.preHandler ?? []].flat(), takeTurn]
    route.preSerialization = [...[route.preSerialization ?? []].flat(), answerOthers]
    route.onSend = [endTurn, ...[route.onSend ?? []].flat()]
    route.onResponse = [...[route.onResponse ?? []].flat(), endIfNotSent]
  })
}
