import type { WebSocket } from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import { redeemToken, sealToken } from '#server/accounts/sealed-tokens.ts'
import { findViewers } from '#server/accounts/sessions/session.ts'
import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { findRefusal } from '#server/http/access.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { openEventStream } from '#server/http/sse.ts'
import { createStreamLimiter } from '#server/http/stream-limit.ts'
import { socketPath } from '#server/http/websocket.ts'
import { AuthMessage, alertApi, alertLimits, closeCodes } from '#shared/alerts.ts'
import { AlertHub } from './alert-hub.ts'

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

/** A token with which one socket of this session can authenticate, on any instance. */
function createToken(context: Context, { session_id: sessionId }: Viewer) {
  const expiresAt = context.clock.now() + alertLimits.token
  return { adminToken: sealToken(context, 'alerts', { sessionId }, alertLimits.token), expiresAt }
}

/** The session of a token, which cannot be used again. Null when the token or the session is not valid. */
async function findSessionOf(context: Context, token: string): Promise<string | null> {
  const sealed = await redeemToken<{ sessionId: string }>(context, context.db, 'alerts', token)
  const [viewer = null] = sealed ? await findViewers(context, [sealed.sessionId]) : []
  return sealed && !findRefusal('moderator', viewer) ? sealed.sessionId : null
}

/** The id of the last alert that a client has; null when it has none or sends something else. */
function readAlertId(value: unknown): number | null {
  if (value === undefined || value === null || value === '') return null
  const id = Number(value)
  // For an invalid id, one that is greater than any: the client is then sent `resync` and reads the flags again.
  return Number.isSafeInteger(id) && id >= 0 ? id : Number.MAX_SAFE_INTEGER
}

/** Unsent bytes above which a slow socket is closed. Its client reconnects and gets the rest. */
const backlogMax = 1024 * 1024
/** Milliseconds. A socket that has not answered the last ping is closed. */
const pingInterval = 15_000

interface SocketDeps {
  context: Context
  hub: AlertHub
  app: FastifyInstance
}

/** Serves one socket: its first message authenticates it, then it receives alerts. */
function serveSocket({ context, hub, app }: SocketDeps, socket: WebSocket): void {
  const timers: NodeJS.Timeout[] = []
  let unsubscribe = () => {}
  let hasAuthenticated = false
  const close = (code: number, reason: string) => {
    socket.close(code, reason)
    // A client that does not answer the closing handshake is not waited for.
    timers.push(setTimeout(() => socket.terminate(), 1_000).unref())
  }
  timers.push(
    setTimeout(
      () => !hasAuthenticated && close(closeCodes.authTimeout, 'authentication timeout'),
      alertLimits.authTimeout,
    ),
  )
  timers.push(startPings(socket))
  socket.on('close', () => {
    for (const timer of timers) clearTimeout(timer)
    unsubscribe()
  })
  socket.on('error', (error) => context.log.debug({ err: error }, 'WebSocket error'))
  socket.once('message', (data) => {
    authenticate(String(data)).catch((error: unknown) => {
      context.log.warn({ err: error }, 'a dashboard could not be connected')
      socket.terminate()
    })
  })

  async function authenticate(text: string): Promise<void> {
    const message = parseAuth(text)
    const sessionId = message && (await findSessionOf(context, message.adminToken))
    hasAuthenticated = true
    if (!message || !sessionId) return close(closeCodes.refused, 'token refused')
    const subscriber = {
      send(_type: string, _id: string, json: string) {
        if (socket.readyState !== socket.OPEN) return
        socket.send(json)
        if (socket.bufferedAmount > backlogMax) socket.terminate()
      },
    }
    const end = () => close(closeCodes.refused, 'no access any more')
    const unwatch = app.watchSession?.({ sessionId, access: 'moderator', end }) ?? (() => {})
    unsubscribe = unwatch
    const leave = await hub.subscribe(subscriber, readAlertId(message.lastEventId), 'auth_success')
    unsubscribe = () => {
      unwatch()
      leave()
    }
    if (socket.readyState !== socket.OPEN) unsubscribe()
  }
}

function parseAuth(text: string): AuthMessage | null {
  try {
    return AuthMessage.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

function startPings(socket: WebSocket): NodeJS.Timeout {
  let hasAnswered = true
  socket.on('pong', () => {
    hasAnswered = true
  })
  return setInterval(() => {
    if (!hasAnswered) return socket.terminate()
    hasAnswered = false
    socket.ping()
  }, pingInterval)
}
