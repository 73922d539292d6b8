import type { Context } from '#server/core/context.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { openEventStream } from '#server/http/sse.ts'
import { createStreamLimiter } from '#server/http/stream-limit.ts'
import { socketPath } from '#server/http/websocket.ts'
import { alertApi } from '#shared/alerts.ts'
import { AlertHub } from './alert-hub.ts'
import { readAlertId } from './alert-id.ts'
import { createToken } from './sessions.ts'
import { serveSocket } from './socket.ts'

/** Milliseconds after which a browser reconnects to a stream that ended. */
const retry = 3_000

/** Live alerts for the moderation dashboard: over a WebSocket, and as server-sent events. */
export function alertRoutes(context: Context, ownOrigins: () => ReadonlySet<string>) {
  return handleRoutes(alertApi, async (app) => {
    const limitStreams = createStreamLimiter(context)
    const hub = new AlertHub(context)
    await hub.start()
    app.addHook('onClose', () => hub.stop())

    app.route({
      method: 'GET',
      url: socketPath,
      config: { access: 'public' },
      onRequest: async ({ headers: { origin } }) => {
        if (origin !== undefined && !ownOrigins().has(origin)) throw new ApiError('foreign_origin')
      },
      handler: async () => {
        throw notFound()
      },
      wsHandler: (socket) => serveSocket({ context, hub, app }, socket),
    })

    return {
      'POST /api/admin/websocket-token': ({ viewer }) => createToken(context, viewer),
      'GET /api/admin/alerts/stream': async (request, reply) => {
        const { viewer, query, headers } = request
        if (request.method === 'HEAD') return reply.type('text/event-stream').send()
        limitStreams(viewer.id, reply)
        // Only the reconnection of a browser sends the header; it is newer than the address.
        const lastEventId = readAlertId(headers['last-event-id'] ?? query.after)
        const stream = openEventStream(request, reply, { retry })
        const subscriber = {
          send: (type: string, id: string, json: string) => stream.sendText(type, id, json),
        }
        try {
          stream.onClose(await hub.subscribe(subscriber, lastEventId, 'connected'))
        } catch (error) {
          context.log.warn({ err: error }, 'a dashboard could not be connected')
          stream.end()
        }
        return reply
      },
    }
  })
}
