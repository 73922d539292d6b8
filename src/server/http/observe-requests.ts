import type { FastifyInstance } from 'fastify'
import type { Context } from '#server/core/context.ts'

/** The status that is counted for a request whose client was gone before the answer; nginx has it too. */
const clientGone = 499
/** That of a WebSocket, whose head is not written by Fastify. */
const switchingProtocols = 101

/** Counts requests by the pattern of their route, and makes each a span. Call it before other hooks are added. */
export function observeRequests(server: FastifyInstance, { metrics, tracer, clock }: Context): void {
  server.addHook('onRequest', (request, reply, done) => {
    const { method } = request
    const route = request.routeOptions.url ?? 'none'
    const startedAt = clock.elapsed()
    const span = tracer.startSpan('server', `${method} ${route}`, {
      'http.request.method': method,
      'http.route': route,
    })
    reply.raw.once('close', () => {
      const { headersSent, statusCode } = reply.raw
      const status = headersSent ? statusCode : request.headers.upgrade ? switchingProtocols : clientGone
      metrics.requests.inc({ method, route, status })
      // The time of an event stream says how long a page was open.
      if (!String(reply.getHeader('content-type')).startsWith('text/event-stream')) {
        metrics.requestSeconds.observe({ method, route }, (clock.elapsed() - startedAt) / 1_000)
      }
      span.end({ 'http.response.status_code': status }, status >= 500 ? String(status) : null)
    })
    span.run(done)
  })
}
