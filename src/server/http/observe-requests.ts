import type { FastifyInstance } from 'fastify'
import type { Context } from '#server/core/context.ts'
import type { Span } from '#server/core/tracer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | null
  }
}

/** The status that is counted for a request whose client was gone before the answer; nginx has it too. */
const clientGone = 499

/** Counts requests by the pattern of their route, and makes each a span. Call it before other hooks are added. */
export function observeRequests(server: FastifyInstance, { metrics, tracer, clock }: Context): void {
  server.decorateRequest('span', null)
  server.addHook('onRequest', (request, reply, done) => {
    const { method } = request
    const route = request.routeOptions.url ?? 'none'
    const startedAt = clock.elapsed()
    const span = tracer.startSpan('server', `${method} ${route}`, {
      'http.request.method': method,
      'http.route': route,
    })
    request.span = span
    reply.raw.once('close', () => {
      const status = reply.raw.headersSent ? reply.raw.statusCode : clientGone
      metrics.requests.inc({ method, route, status })
      // The time of an event stream says how long a page was open.
      if (!String(reply.getHeader('content-type')).startsWith('text/event-stream')) {
        metrics.requestSeconds.observe({ method, route }, (clock.elapsed() - startedAt) / 1_000)
      }
      span.end({ 'http.response.status_code': status }, status >= 500 ? String(status) : null)
    })
    span.run(done)
  })
  // A body is read by events of the socket, which are outside of the span.
  server.addHook('preHandler', (request, _reply, done) => (request.span ? request.span.run(done) : done()))
}
