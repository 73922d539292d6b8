import path from 'node:path'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { accountData } from './account-data.ts'
import { findPageUser } from './accounts/page-user.ts'
import { accountRoutes } from './accounts/routes.ts'
import { findViewer } from './accounts/session.ts'
import type { BillingDeps } from './billing/billing-deps.ts'
import { refreshAccount } from './billing/refresh-account.ts'
import { billingRoutes } from './billing/routes.ts'
import { GalleryCache } from './characters/gallery-cache.ts'
import { characterRoutes } from './characters/routes.ts'
import type { ChatDeps } from './chat/chat-deps.ts'
import { conversationRoutes } from './chat/conversations/routes.ts'
import { LiveReplies } from './chat/replies/live-replies.ts'
import { publishReplies } from './chat/replies/remote-replies.ts'
import { chatRoutes } from './chat/routes.ts'
import type { Context } from './core/context.ts'
import { databaseAnswers } from './db/database.ts'
import { enforceAccess } from './http/access.ts'
import { registerApiDocument } from './http/api-document.ts'
import { rejectBadUrl, rejectConnection, setErrorHandling } from './http/error-handler.ts'
import { healthRoutes } from './http/health.ts'
import { originsOf, rejectForeignOrigins } from './http/origin-check.ts'
import { registerRateLimit } from './http/rate-limit.ts'
import { setSecurityHeaders } from './http/security-headers.ts'
import { serveClient } from './http/static-files.ts'
import { pictureRoutes } from './images/pictures/routes.ts'
import { imageRoutes } from './images/routes.ts'
import { moderationRoutes } from './moderation/routes.ts'
import { createPaymentProvider } from './providers/payments/index.ts'

const bodyLimit = 1024 * 1024

export interface App {
  server: FastifyInstance
  liveReplies: LiveReplies
}

/** The sitemap: every capability is mounted here, once. */
export async function createApp(context: Context, { clientFolder = path.resolve('dist/client') } = {}): Promise<App> {
  const server = fastify({
    loggerInstance: context.log.child({}, { level: quietLevel(context.log.level) }) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: context.ids.uuid,
    bodyLimit,
    trustProxy: 'loopback',
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: true,
    frameworkErrors: rejectBadUrl,
    clientErrorHandler: (error, socket) => rejectConnection(error, socket, context.ids.uuid()),
  })
  server.setValidatorCompiler(validatorCompiler)
  server.setSerializerCompiler(serializerCompiler)
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  setErrorHandling(server)
  // First of all, so that every refusal has them too.
  setSecurityHeaders(server, context.env)

  const ownOrigins = new Map<number, Set<string>>()
  rejectForeignOrigins(server, () => {
    const port = listeningPort(server) ?? context.env.port
    const known = ownOrigins.get(port) ?? originsOf(context.env.publicUrl, port)
    ownOrigins.set(port, known)
    return known
  })
  await server.register(cookie)
  enforceAccess(server, (request) => findViewer(context, request))
  await server.register(compress, { encodings: ['br', 'gzip'], threshold: 1024 })
  await registerRateLimit(server, context)
  await registerApiDocument(server)

  const liveReplies = new LiveReplies(context)
  const chat: ChatDeps = { context, liveReplies }
  const billing: BillingDeps = { context, payments: createPaymentProvider(context.env, context) }
  const stopAnswering = await publishReplies(context, liveReplies)
  server.addHook('onClose', async () => stopAnswering())

  await server.register(healthRoutes(async () => !liveReplies.isDraining && databaseAnswers(context.db)))
  const gallery = new GalleryCache(context.clock)
  await server.register(async (scope) => {
    // What these routes write can change the gallery.
    gallery.clearAfterWrites(scope)
    await scope.register(accountRoutes(context, accountData, (user) => refreshAccount(billing, user)))
    await scope.register(characterRoutes(context, gallery))
    await scope.register(billingRoutes(billing))
  })
  await server.register(moderationRoutes(context))
  await server.register(chatRoutes(chat))
  await server.register(conversationRoutes(chat))
  await server.register(imageRoutes)
  await server.register(pictureRoutes(context))
  await serveClient(server, clientFolder, (request) => findPageUser(context, request))
  return { server, liveReplies }
}

function listeningPort(server: FastifyInstance): number | undefined {
  const address = server.server.address()
  return typeof address === 'object' && address !== null ? address.port : undefined
}

/** The framework's own small talk ("listening at …") stays out of the log; its warnings do not. */
function quietLevel(level: string): string {
  return level === 'info' ? 'warn' : level
}
