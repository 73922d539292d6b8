import websocket from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import { ApiError } from './api-error.ts'

/** Bytes of the largest message that a client may send. */
const messageMax = 4096
/** Close code "service restart": clients reconnect. */
const restart = 1012

/** The one route that serves WebSockets. All others refuse a request to change the protocol. */
export const socketPath = '/ws'

/** Lets `socketPath` serve WebSockets. To be registered before all routes. */
export async function registerWebSockets(app: FastifyInstance): Promise<void> {
  await app.register(websocket, {
    options: { maxPayload: messageMax, perMessageDeflate: false },
    // Without a code, clients could not tell a restart from the end of their session.
    preClose(done) {
      for (const socket of app.websocketServer.clients) {
        socket.close(restart, 'restart')
        setTimeout(() => socket.terminate(), 500).unref()
      }
      app.websocketServer.close(() => done())
    },
    errorHandler(error, socket, request) {
      request.log.debug({ err: error, requestId: request.id }, 'WebSocket error')
      socket.terminate()
    },
  })
  // Rejected here, because the plugin would open the socket, close it, and wait half a minute for the client.
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.ws && request.routeOptions.url !== socketPath ? new ApiError('bad_request') : undefined)
  })
}
