import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { AccountDataSource } from './accounts/account-data-source.ts'
import { accountRoutes } from './accounts/routes.ts'
import { mayHaveSession } from './accounts/sessions/session.ts'
import { webhookRoutes as ownWebhookRoutes } from './accounts/webhooks/routes.ts'
import { selectImageProvider } from './admin/images/image-connection.ts'
import { imageConnectionRoutes } from './admin/images/routes.ts'
import { invitationRoutes } from './admin/invitations/routes.ts'
import type { ConnectedModels } from './admin/models/connected-models.ts'
import { localModelRoutes } from './admin/models/local/routes.ts'
import { modelRoutes } from './admin/models/routes.ts'
import { overviewRoutes } from './admin/overview/routes.ts'
import { siteSettingsRoutes } from './admin/settings/routes.ts'
import { sitePageRoutes } from './admin/site-pages/routes.ts'
import { userRoutes } from './admin/users/routes.ts'
import { createVoiceReader } from './admin/voices/connected-voices.ts'
import { voiceConnectionRoutes } from './admin/voices/routes.ts'
import type { NightlyBackups } from './backup/nightly-backups.ts'
import { allowPaymentForm } from './billing/allow-payment-form.ts'
import type { BillingDeps } from './billing/billing-deps.ts'
import type { PaymentEvents } from './billing/events/payment-events.ts'
import { webhookRoutes } from './billing/events/routes.ts'
import { billingRoutes } from './billing/routes.ts'
import { refreshAccount } from './billing/sync/refresh-account.ts'
import { cardRoutes } from './characters/cards/routes.ts'
import { findSharedCharacter } from './characters/find-shared-character.ts'
import { GalleryCache } from './characters/gallery-cache.ts'
import { characterListRoutes } from './characters/list-routes.ts'
import { characterLorebookRoutes } from './characters/lorebook/routes.ts'
import { updateAuthorSearch } from './characters/queries.ts'
import { revisionRoutes } from './characters/revisions/routes.ts'
import { characterRoutes } from './characters/routes.ts'
import { branchRoutes } from './chat/branches/routes.ts'
import { characterUpdateRoutes, conversationRoutes } from './chat/conversations/routes.ts'
import { findEmbed } from './chat/embeds/queries.ts'
import { embedRoutes } from './chat/embeds/routes.ts'
import { publishChanges } from './chat/events/account-changes.ts'
import { accountEventRoutes } from './chat/events/routes.ts'
import { folderRoutes } from './chat/folders/routes.ts'
import { lorebookRoutes } from './chat/lorebooks/routes.ts'
import { createMemoryJobs } from './chat/memory/conversation-memory.ts'
import { memoryRoutes } from './chat/memory/routes.ts'
import { noteRoutes } from './chat/notes/routes.ts'
import { noticeRoutes } from './chat/notices/routes.ts'
import { openaiRoutes } from './chat/openai/routes.ts'
import { participantRoutes } from './chat/participants/routes.ts'
import { personaRoutes } from './chat/personas/routes.ts'
import { quickReplyRoutes } from './chat/quick-replies/routes.ts'
import type { ChatDeps } from './chat/replies/chat-deps.ts'
import { LiveReplies } from './chat/replies/live-replies.ts'
import { publishReplies } from './chat/replies/remote-replies.ts'
import { messageSearchRoutes } from './chat/search/routes.ts'
import { speechRoutes } from './chat/speech/routes.ts'
import type { SpeechDeps } from './chat/speech/speech-deps.ts'
import { exportRoutes, importRoutes } from './chat/transcript-files/routes.ts'
import { turnRoutes } from './chat/turns/routes.ts'
import { versionRoutes } from './chat/versions/routes.ts'
import type { Context } from './core/context.ts'
import type { Account } from './core/viewer.ts'
import { createServer } from './create-server.ts'
import { checkDatabase } from './db/database.ts'
import { type Health, healthRoutes } from './http/health.ts'
import { createLimiter, limits } from './http/rate-limit.ts'
import { serveClient } from './http/static-files.ts'
import { createImageDeps } from './images/image-deps.ts'
import { linkPreviewRoutes } from './images/link-preview/routes.ts'
import { portraitRoutes } from './images/portraits/routes.ts'
import { readPng, readStored } from './images/read-png.ts'
import { imageRoutes } from './images/routes.ts'
import { assertBelowImageLimit, saveImage } from './images/save-image.ts'
import { alertRoutes } from './moderation/alerts/routes.ts'
import { auditRoutes } from './moderation/audit/routes.ts'
import { flagRoutes, statisticsRoutes } from './moderation/flags/routes.ts'
import { moderationRoutes } from './moderation/routes.ts'
import { suspensionRoutes } from './moderation/suspensions/routes.ts'
import { screeningRoutes } from './screening/routes.ts'

export interface AppDeps {
  billing: BillingDeps
  paymentEvents: PaymentEvents
  accountData: AccountDataSource[]
  nightlyBackups: NightlyBackups
  clientFolder?: string
}

export interface App {
  server: FastifyInstance
  liveReplies: LiveReplies
  memoryJobs: ChatDeps['memoryJobs']
}

/** The HTTP server with every capability's routes. */
export async function createApp(
  context: Context & { models: ConnectedModels },
  { billing, paymentEvents, accountData, nightlyBackups, clientFolder = path.resolve('dist/client') }: AppDeps,
): Promise<App> {
  const { server, ownOrigins } = await createServer(context)
  const liveReplies = new LiveReplies(context)
  const images = createImageDeps(context, { selectProvider: () => selectImageProvider(context) })
  const memoryJobs = createMemoryJobs(context)
  const assertChatRate = createLimiter(server, context, limits.chat)
  const chat: ChatDeps = { context, liveReplies, memoryJobs, assertChatRate }
  const voices = createVoiceReader(context)
  server.addHook('onClose', () => voices.close())
  const speech: SpeechDeps = { ...chat, readVoices: () => voices.read(), storage: images.storage }
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
    await scope.register(accountRoutes(context, { accountData, ownOrigins, refreshAccount: refresh, onRenamed }))
    await scope.register(characterListRoutes(context, gallery))
    await scope.register(characterRoutes(context))
    await scope.register(revisionRoutes(context))
    await scope.register(
      cardRoutes(context, {
        readPng: (avatar) => readPng(images, avatar),
        toWebp: (image) => images.imageProcessor.process(image),
        save: async (owner, image) => {
          // Before the work on a picture that cannot be stored.
          await assertBelowImageLimit(context, owner)
          return saveImage(context, images, owner, image)
        },
        read: (address) => readStored(images, address),
      }),
    )
    await scope.register(billingRoutes(billing))
    await scope.register(webhookRoutes(paymentEvents))
    await scope.register(flagRoutes(context))
    await scope.register(userRoutes(context))
  })
  await server.register(ownWebhookRoutes(context))
  await server.register(moderationRoutes(context))
  await server.register(screeningRoutes(context))
  await server.register(suspensionRoutes(context))
  await server.register(auditRoutes(context))
  await server.register(statisticsRoutes(context))
  await server.register(modelRoutes({ context, models: context.models }))
  await server.register(localModelRoutes(context))
  const { models } = context
  await server.register(overviewRoutes({ context, models, payments: billing.payments, nightlyBackups, liveReplies }))
  await server.register(sitePageRoutes(context))
  await server.register(siteSettingsRoutes(context))
  await server.register(invitationRoutes(context))
  await server.register(alertRoutes(context, ownOrigins))
  await server.register(turnRoutes(chat))
  await server.register(openaiRoutes(speech))
  await server.register(embedRoutes(chat))
  await server.register(speechRoutes(speech))
  publishChanges(server, context)
  await server.register(conversationRoutes(chat))
  await server.register(characterUpdateRoutes(chat))
  await server.register(versionRoutes(chat))
  await server.register(branchRoutes(chat))
  await server.register(messageSearchRoutes(chat))
  await server.register(folderRoutes(chat))
  await server.register(participantRoutes(chat))
  await server.register(memoryRoutes(context))
  await server.register(exportRoutes(chat))
  await server.register(importRoutes(chat))
  await server.register(personaRoutes(context))
  await server.register(noteRoutes(context))
  await server.register(characterLorebookRoutes(context))
  await server.register(lorebookRoutes(context))
  await server.register(quickReplyRoutes(context))
  await server.register(accountEventRoutes(context))
  await server.register(noticeRoutes(context))
  await server.register(portraitRoutes)
  await server.register(imageRoutes(context, images))
  const findShared = (id: string) => findSharedCharacter(context, id)
  await server.register(linkPreviewRoutes(context, { images, findSharedCharacter: findShared }))
  await server.register(imageConnectionRoutes(context))
  await server.register(voiceConnectionRoutes(context))
  await serveClient(server, clientFolder, {
    mayHaveSession: (request) => mayHaveSession(context, request),
    findSharedCharacter: findShared,
    findEmbedOrigins: async (token) => (await findEmbed(context.db, token))?.origins ?? null,
    readSite: () => context.settings.site(),
    publicUrl: context.env.publicUrl,
    contentPolicy: (url, policy) => allowPaymentForm(billing, url, policy),
  })
  return { server, liveReplies, memoryJobs }
}

async function checkHealth(context: Context): Promise<Health> {
  const [database, redisAnswers] = await Promise.all([
    checkDatabase(context, context.env.dataDir),
    context.bus.answers(),
  ])
  const redis = context.bus.isDistributed ? (redisAnswers ? 'ok' : 'unreachable') : null
  return { database, redis }
}
