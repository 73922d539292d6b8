import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { hasMoreValues } from '#engine/has-more-values.ts'
import { findKeyViewer } from './accounts/sessions/api-key.ts'
import { findViewer, findViewers } from './accounts/sessions/session.ts'
import type { Context } from './core/context.ts'
import { parseTrustedProxies } from './core/trusted-proxies.ts'
import { enforceAccess } from './http/access.ts'
import { warnAboutUntrustedProxy } from './http/address.ts'
import { registerApiDocument } from './http/api-document.ts'
import { ApiError } from './http/api-error.ts'
import { brotliOptions } from './http/conditional-get.ts'
import { limitConnections } from './http/connections.ts'
import { rejectBadUrl, rejectConnection, setErrorHandling } from './http/error-handler.ts'
import { observeRequests } from './http/observe-requests.ts'
import { originsOf, rejectForeignOrigins } from './http/origin-check.ts'
import { createLimiter, limits, registerRateLimit } from './http/rate-limit.ts'
import { readApiKey } from './http/read-api-key.ts'
import { setSecurityHeaders } from './http/security-headers.ts'
import { watchSessions } from './http/session-watch.ts'
import { registerWebSockets } from './http/websocket.ts'
import { flagHeldBack } from './screening/routes.ts'

const bodyLimit = 1024 * 1024
/** Milliseconds for a whole request, and for its headers; checked every 5 seconds. The answer is 408. */
const timeouts = { request: 30_000, headers: 10_000, checkInterval: 5_000 }

/** Fastify with everything that applies to all routes. */
export async function createServer(context: Context) {
  const isTrustedProxy = parseTrustedProxies(context.env.trustProxy) ?? (() => false)
  const server = fastify({
    loggerInstance: context.log.child({}, { level: frameworkLogLevel(context.log.level) }) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // Few requests log anything, and those that do log their id.
    childLoggerFactory: (logger) => logger,
    genReqId: context.ids.uuid,
    bodyLimit,
    requestTimeout: timeouts.request,
    http: { headersTimeout: timeouts.headers, connectionsCheckingInterval: timeouts.checkInterval },
    trustProxy: isTrustedProxy,
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: true,
    frameworkErrors: rejectBadUrl,
    clientErrorHandler: (error, socket) => rejectConnection(error, socket, context.ids.uuid()),
  })
  server.setValidatorCompiler(validatorCompiler)
  server.setSerializerCompiler(serializerCompiler)
  observeRequests(server, context)
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    // Answers are private unless a route says that they may be cached.
    if (/^\/(?:api|v1)\//.test(request.url)) reply.header('cache-control', 'no-store')
    done()
  })
  warnAboutUntrustedProxy(server, context.log, isTrustedProxy)
  limitConnections(server.server, { isTrusted: isTrustedProxy, log: context.log })
  setErrorHandling(server)
  flagHeldBack(server, context)
  parseJsonBodies(server)
  // First, so that error responses have them too.
  setSecurityHeaders(server, context.env)

  const ownOrigins = createOwnOrigins(server, context.env)
  rejectForeignOrigins(server, ownOrigins)
  await server.register(cookie)
  const limitWrongKeys = createLimiter(server, context, limits.wrongKey)
  enforceAccess(server, (request) => {
    const key = readApiKey(request)
    return key === null ? findViewer(context, request) : findKeyViewer(context, request, key, limitWrongKeys)
  })
  watchSessions(server, context.log, (sessionIds) => findViewers(context, sessionIds))
  // Bodies of requests are not decompressed: no client sends any, and a small one can become a large one.
  await server.register(compress, {
    encodings: ['br', 'gzip'],
    brotliOptions,
    threshold: 1024,
    globalDecompression: false,
  })
  registerRateLimit(server, context)
  registerApiDocument(server)
  await registerWebSockets(server)
  return { server, ownOrigins }
}

/** The most values that the JSON of a request may hold: 1 MB of `{},{},` would hold the event loop for a tenth of a second. */
const maxJsonValues = 50_000

/** An empty body with the content type JSON is no body, where a route takes none: some clients send it with every POST. */
function parseJsonBodies(server: FastifyInstance): void {
  const parseJson = server.getDefaultJsonParser('error', 'error')
  server.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '' && !request.routeOptions.schema?.body) done(null, undefined)
    else if (hasMoreValues(body, maxJsonValues)) done(new ApiError('bad_request'))
    else parseJson(request, body, done)
  })
}

/** The instance's own origins. They depend on the port, which is known once the server listens (`PORT=0`). */
function createOwnOrigins(server: FastifyInstance, { publicUrl, port }: Context['env']): () => ReadonlySet<string> {
  return () => {
    const address = server.server.address()
    return originsOf(publicUrl, typeof address === 'object' && address !== null ? address.port : port)
  }
}

/** At level `info` Fastify logs only its warnings: its own information ("listening at …") is noise. */
function frameworkLogLevel(level: string): string {
  return level === 'info' ? 'warn' : level
}
