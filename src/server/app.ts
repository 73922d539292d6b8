import path from 'node:path'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { AccountDataSource } from './accounts/account-data-source.ts'
import { findPageUser } from './accounts/page-user.ts'
import { accountRoutes } from './accounts/routes.ts'
import { findViewer } from './accounts/session.ts'
import { SessionCache } from './accounts/session-cache.ts'
import type { ConnectedModels } from './admin/models/connected-models.ts'
import { modelRoutes } from './admin/models/routes.ts'
import { overviewRoutes } from './admin/overview/routes.ts'
import { selectImageProvider } from './admin/pictures/image-connection.ts'
import { imageConnectionRoutes } from './admin/pictures/routes.ts'
import { userRoutes } from './admin/users/routes.ts'
import { allowPaymentForm } from './billing/allow-payment-form.ts'
import type { BillingDeps } from './billing/billing-deps.ts'
import type { PaymentEvents } from './billing/events/payment-events.ts'
import { webhookRoutes } from './billing/events/routes.ts'
import { refreshAccount } from './billing/refresh-account.ts'
import { billingRoutes } from './billing/routes.ts'
import { readHomePosters } from './characters/gallery/read-gallery.ts'
import { GalleryCache } from './characters/gallery-cache.ts'
import { TrendTurns } from './characters/popularity/trend-turns.ts'
import { updateAuthorSearch } from './characters/queries.ts'
import { characterRoutes } from './characters/routes.ts'
import type { ChatDeps } from './chat/chat-deps.ts'
import { conversationRoutes } from './chat/conversations/routes.ts'
import { LiveReplies } from './chat/replies/live-replies.ts'
import { publishReplies } from './chat/replies/remote-replies.ts'
import { chatRoutes } from './chat/routes.ts'
import { transcriptRoutes } from './chat/transcripts/routes.ts'
import { versionRoutes } from './chat/versions/routes.ts'
import type { Context } from './core/context.ts'
import { parseTrustedProxies } from './core/trusted-proxies.ts'
import type { Account, Viewer } from './core/viewer.ts'
import { checkDatabase } from './db/database.ts'
import { enforceAccess } from './http/access.ts'
import { warnAboutUntrustedProxy } from './http/address.ts'
import { registerApiDocument } from './http/api-document.ts'
import { limitConnections } from './http/connections.ts'
import { rejectBadUrl, rejectConnection, setErrorHandling } from './http/error-handler.ts'
import { type Health, healthRoutes } from './http/health.ts'
import { originsOf, rejectForeignOrigins } from './http/origin-check.ts'
import { registerRateLimit } from './http/rate-limit.ts'
import { setSecurityHeaders } from './http/security-headers.ts'
import { serveClient } from './http/static-files.ts'
import { registerWebSockets } from './http/websocket.ts'
import { pictureRoutes } from './images/pictures/routes.ts'
import { imageRoutes } from './images/routes.ts'
import { alertRoutes } from './moderation/alerts/routes.ts'
import { auditRoutes } from './moderation/audit/routes.ts'
import { suspensionRoutes } from './moderation/enforcement/routes.ts'
import { flagRoutes } from './moderation/flags/routes.ts'
import { moderationRoutes } from './moderation/routes.ts'
import { flagHeldBack, screeningRoutes } from './screening/routes.ts'

const bodyLimit = 1024 * 1024
/** Milliseconds for a whole request, and for its headers; checked every 5 seconds. The answer is 408. */
const timeouts = { request: 30_000, headers: 10_000, checkInterval: 5_000 }

export interface AppDeps {
  billing: BillingDeps
  paymentEvents: PaymentEvents
  accountData: AccountDataSource[]
  clientFolder?: string
}

export interface App {
  server: FastifyInstance
  liveReplies: LiveReplies
}

/** The HTTP server with every capability's routes. */
export async function createApp(
  context: Context & { models: ConnectedModels },
  { billing, paymentEvents, accountData, clientFolder = path.resolve('dist/client') }: AppDeps,
): Promise<App> {
  const sessions = new SessionCache(context)
  const { server, ownOrigins } = await createServer(context, sessions)
  const liveReplies = new LiveReplies(context)
  const images = { context, secretBox: context.models.secretBox }
  const chat: ChatDeps = { context, liveReplies, trendTurns: new TrendTurns(context) }
  const stopPublishing = await publishReplies(context, liveReplies)
  server.addHook('onClose', async () => stopPublishing())

  await server.register(
    healthRoutes(
      () => checkHealth(context),
      () => liveReplies.isDraining,
    ),
  )
  const gallery = new GalleryCache(context.clock)
  await server.register(async (scope) => {
    // What these routes write can change the gallery.
    gallery.clearAfterWrites(scope)
    const refresh = (account: Account) => refreshAccount(billing, account)
    const onRenamed = (userId: string) => updateAuthorSearch(context.db, userId)
    await scope.register(accountRoutes(context, { accountData, refreshAccount: refresh, onRenamed }))
    await scope.register(characterRoutes(context, gallery))
    await scope.register(billingRoutes(billing))
    await scope.register(webhookRoutes(paymentEvents))
    await scope.register(flagRoutes(context))
    await scope.register(userRoutes(context))
  })
  await server.register(moderationRoutes(context))
  await server.register(screeningRoutes(context))
  await server.register(suspensionRoutes(context))
  await server.register(auditRoutes(context))
  await server.register(modelRoutes({ context, models: context.models }))
  await server.register(overviewRoutes({ context, models: context.models, payments: billing.payments }))
  await server.register(alertRoutes(context, ownOrigins))
  await server.register(chatRoutes(chat))
  await server.register(conversationRoutes(chat))
  await server.register(versionRoutes(chat))
  await server.register(transcriptRoutes(chat))
  await server.register(imageRoutes)
  await server.register(pictureRoutes(context, { selectProvider: () => selectImageProvider(images) }))
  await server.register(imageConnectionRoutes(images))
  const readPosters = (viewer: Viewer) => readHomePosters(context, gallery, viewer)
  await serveClient(server, clientFolder, {
    findPageUser: (request) => findPageUser(context, sessions, request, readPosters),
    contentPolicy: (url, policy) => allowPaymentForm(billing, url, policy),
  })
  return { server, liveReplies }
}

async function checkHealth(context: Context): Promise<Health> {
  const [database, redisAnswers] = await Promise.all([
    checkDatabase(context, context.env.dataDir),
    context.bus.answers(),
  ])
  const redis = context.bus.isDistributed ? (redisAnswers ? 'ok' : 'unreachable') : null
  return { database, redis }
}

/** Fastify with everything that applies to all routes. */
async function createServer(context: Context, sessions: SessionCache) {
  const isTrustedProxy = parseTrustedProxies(context.env.trustProxy) ?? (() => false)
  const server = fastify({
    loggerInstance: context.log.child({}, { level: frameworkLogLevel(context.log.level) }) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
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
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    // Answers are private unless a route says that they may be cached.
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
    done()
  })
  warnAboutUntrustedProxy(server, context.log, isTrustedProxy)
  limitConnections(server, {
    isTrusted: isTrustedProxy,
    log: context.log,
    reject: (socket) => rejectConnection({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket, context.ids.uuid()),
  })
  setErrorHandling(server)
  flagHeldBack(server, context)
  acceptEmptyBodies(server)
  // First, so that error responses have them too.
  setSecurityHeaders(server, context.env)

  const ownOrigins = createOwnOrigins(server, context.env)
  rejectForeignOrigins(server, ownOrigins)
  await server.register(cookie)
  enforceAccess(server, (request) => findViewer(context, sessions, request))
  // Bodies of requests are not decompressed: no client sends any, and a small one can become a large one.
  await server.register(compress, { encodings: ['br', 'gzip'], threshold: 1024, globalDecompression: false })
  await registerRateLimit(server, context)
  await registerApiDocument(server)
  await registerWebSockets(server)
  return { server, ownOrigins }
}

/** An empty body with the content type JSON is no body, where a route takes none: some clients send it with every POST. */
function acceptEmptyBodies(server: FastifyInstance): void {
  const parseJson = server.getDefaultJsonParser('error', 'error')
  server.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '' && !request.routeOptions.schema?.body) done(null, undefined)
    else parseJson(request, body, done)
  })
}

/** The instance's own origins. They depend on the port, which is known once the server listens (`PORT=0`). */
function createOwnOrigins(server: FastifyInstance, { publicUrl, port }: Context['env']): () => ReadonlySet<string> {
  const byPort = new Map<number, Set<string>>()
  return () => {
    const currentPort = listeningPort(server) ?? port
    const origins = byPort.get(currentPort) ?? originsOf(publicUrl, currentPort)
    byPort.set(currentPort, origins)
    return origins
  }
}

function listeningPort(server: FastifyInstance): number | undefined {
  const address = server.server.address()
  return typeof address === 'object' && address !== null ? address.port : undefined
}

/** At level `info` Fastify logs only its warnings: its own information ("listening at …") is noise. */
function frameworkLogLevel(level: string): string {
  return level === 'info' ? 'warn' : level
}
