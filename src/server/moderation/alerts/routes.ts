import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Context } from '#server/core/context.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import { createLimiter, limits } from '#server/http/rate-limit.ts'
import { openEventStream } from '#server/http/sse.ts'
import { createStreamLimiter } from '#server/http/stream-limit.ts'
import { socketPath } from '#server/http/websocket.ts'
import { WebsocketToken } from '#shared/alerts.ts'
import { AlertHub } from './alert-hub.ts'
import { readAlertId } from './alert-id.ts'
import { createToken } from './sessions.ts'
import { serveSocket } from './socket.ts'

/** Milliseconds after which a browser reconnects to a stream that ended. */
const retry = 3_000

const StreamQuery = z.object({ after: z.string().max(40).optional() })

/** Live alerts for the moderation dashboard: over a WebSocket, and as server-sent events. */
export function alertRoutes(context: Context, ownOrigins: () => ReadonlySet<string>) {
  return async (instance: FastifyInstance): Promise<void> => {
    const app = instance.withTypeProvider<ZodTypeProvider>()
    const limitTokens = createLimiter(app, context, limits.adminToken)
    const limitStreams = createStreamLimiter(context)
    const hub = new AlertHub(context)
    await hub.start()
    instance.addHook('onClose', () => hub.stop())

    app.post(
      '/api/admin/websocket-token',
      { config: { access: 'admin' }, schema: { response: { 200: WebsocketToken } } },
      async ({ viewer }) => {
        await limitTokens(viewer.id)
        return createToken(context, viewer)
      },
    )

    instance.route({
      method: 'GET',
      url: socketPath,
      config: { access: 'public' },
      onRequest: async ({ headers: { origin } }) => {
        if (origin !== undefined && !ownOrigins().has(origin)) throw new ApiError('foreign_origin')
      },
      handler: async () => {
        throw notFound()
      },
      wsHandler: (socket) => serveSocket(context, hub, socket),
    })

    app.get(
      '/api/admin/alerts/stream',
      { config: { access: 'admin' }, schema: { querystring: StreamQuery } },
      async (request, reply) => {
        const { viewer, query, headers } = request
        if (request.method === 'HEAD') return reply.type('text/event-stream').send()
        limitStreams(viewer.id, reply)
        // Only the reconnection of a browser sends the header; it is newer than the address.
        const lastEventId = readAlertId(headers['last-event-id'] ?? query.after)
        const stream = openEventStream(request, reply, { retry })
        const subscriber = {
          sessionId: viewer.session_id,
          send: (type: string, id: string, json: string) => stream.sendText(type, id, json),
          refuse: () => stream.end(),
        }
        try {
          stream.onClose(await hub.join(subscriber, lastEventId, 'connected'))
        } catch (error) {
          context.log.warn({ err: error }, 'a dashboard could not be connected')
          stream.end()
        }
      },
    )
  }
}
