import type { FastifyReply } from 'fastify'
import type { Context } from '#server/core/context.ts'
import { ApiError } from './api-error.ts'

/** Event streams that an account may have open on one instance. Nobody has that many tabs. */
const maxStreams = 20

/** Counts a response as one of the account's event streams until it is closed. Throws `too_many_streams` above the limit. */
export type StreamLimiter = (userId: string, reply: FastifyReply) => void

export function createStreamLimiter({ env }: Context): StreamLimiter {
  const open = new Map<string, number>()
  return (userId, { raw }) => {
    const count = open.get(userId) ?? 0
    if (env.rateLimits && count >= maxStreams) throw new ApiError('too_many_streams', { retryAfter: 5 })
    if (raw.destroyed) return
    open.set(userId, count + 1)
    raw.once('close', () => {
      const left = (open.get(userId) ?? 1) - 1
      if (left > 0) open.set(userId, left)
      else open.delete(userId)
    })
  }
}
