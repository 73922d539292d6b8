import { createAccountData } from './account-data.ts'
import { createAdminFromEnvironment } from './accounts/grant-admin.ts'
import { createMailQueue } from './accounts/mail/mail-queue.ts'
import { deleteStaleSessions } from './accounts/sessions/queries.ts'
import { sessionLifetime } from './accounts/sessions/session.ts'
import { purgeDeletedAccounts } from './accounts/settings/purge-deleted-accounts.ts'
import { createWebhookQueue } from './accounts/webhooks/webhook-queue.ts'
import { ConnectedModels } from './admin/models/connected-models.ts'
import { type App, createApp } from './app.ts'
import { NightlyBackups } from './backup/nightly-backups.ts'
import type { BillingDeps } from './billing/billing-deps.ts'
import { PaymentEvents } from './billing/events/payment-events.ts'
import { reconcile } from './billing/sync/reconcile.ts'
import { purgeCharacters } from './characters/purge/purge-characters.ts'
import { seedSampleCharacters } from './characters/seed-sample-characters.ts'
import { scheduleMessageIndexing } from './chat/indexing/index-messages.ts'
import { purgeConversations } from './chat/purge/purge-conversations.ts'
import { scheduleReplyRecheck } from './chat/recheck/recheck-replies.ts'
import { recoverReplies } from './chat/replies/recover.ts'
import { findNewestMessageId } from './chat/tree/queries.ts'
import { createMemoryBus, createRedisBus } from './core/bus.ts'
import { type Clock, systemClock } from './core/clock.ts'
import type { Context } from './core/context.ts'
import { type Env, EnvironmentError } from './core/env.ts'
import { createIds } from './core/ids.ts'
import type { Logger } from './core/log.ts'
import { measureTransactions } from './core/measure-transactions.ts'
import { createMetrics } from './core/metrics.ts'
import { schedule } from './core/schedule.ts'
import { createSecretBox } from './core/secret-box.ts'
import { InstanceSettings } from './core/settings/instance-settings.ts'
import { openTracer } from './core/tracer.ts'
import { waitAtMost } from './core/wait-at-most.ts'
import { type OpenDatabase, openDatabase } from './db/database.ts'
import { toUnusableError } from './db/database-unusable.ts'
import { listenForMetrics, type MetricsServer } from './http/serve-metrics.ts'
import { scheduleHeadLog } from './moderation/audit/log-head.ts'
import { raisePolicyFlag } from './moderation/raise-policy-flag.ts'
import { scheduleCharacterRecheck } from './moderation/recheck/recheck-characters.ts'
import { purgeRecords } from './moderation/retention/purge-records.ts'
import { observeInstance } from './observe-instance.ts'
import { type Classifier, createClassifier } from './providers/classifier/classifier.ts'
import { chooseModel } from './providers/models/index.ts'
import { createPaymentProvider } from './providers/payments/index.ts'
import { SafetyPolicy } from './safety/safety-policy.ts'

type ServerContext = Context & { models: ConnectedModels }

export interface Running extends App {
  context: ServerContext
  /** Null without `METRICS_PORT`. */
  metricsServer: MetricsServer | null
  billing: BillingDeps
  paymentEvents: PaymentEvents
  mailQueue: ReturnType<typeof createMailQueue>
  webhookQueue: ReturnType<typeof createWebhookQueue>
  databaseLabel: string
  /** Messages about the choice of the model, for the terminal. */
  modelNotes: string[]
  newCharacters: number
  /** Rejects new work, waits up to `drainTimeout` ms for running replies, saves the others, and closes everything. */
  stop(drainTimeout: number, timeouts?: StopTimeouts): Promise<void>
}

/** Starts everything except listening. When a step fails, what was opened before is closed. */
export async function start(env: Env, log: Logger, { clock = systemClock }: { clock?: Clock } = {}): Promise<Running> {
  const onError = (error: Error) => log.warn({ err: error }, 'database connection error')
  const { databaseUrl, dataDir } = env
  const modelNotes: string[] = []
  const note = (message: string) => void modelNotes.push(message)
  const safety = createSafetyPolicy(env)
  const metrics = createMetrics()
  const onStatement = (milliseconds: number) => metrics.statementSeconds.observe(milliseconds / 1_000)
  const database = await openDatabase({ databaseUrl, dataDir, exclusive: true, now: clock.now(), onError, onStatement })
  try {
    const [tracer, chosen, bus] = await Promise.all([
      openTracer(env.otelExporterOtlpEndpoint, log),
      chooseModel(env, {
        log: { info: note, warn: note },
        now: () => clock.now(),
        onFact: (fact) => log.info({ fact }, 'learned about the model'),
      }),
      env.redisUrl ? createRedisBus(env.redisUrl, log) : createMemoryBus(),
    ])
    const newestId = await findNewestMessageId(database.access.db)
    const base = {
      env,
      ...measureTransactions(database.access, { metrics, tracer, clock }),
      metrics,
      tracer,
      settings: await InstanceSettings.open({ env, clock, db: database.access.db }),
      clock,
      ids: createIds(clock, newestId),
      bus,
      log,
      safety,
      classifier: openClassifier(env, log),
      raisePolicyFlag,
      secretBox: createSecretBox(env),
    }
    const models = await ConnectedModels.open(base, chosen)
    if (chosen.source === 'built-in' && !models.select('admin')[0].builtIn) modelNotes.splice(0)
    const context = { ...base, models }
    return await startApp(context, database, modelNotes)
  } catch (error) {
    await database.close().catch(() => {})
    throw toUnusableError(error, env)
  }
}

/** An invalid rule file stops the start. */
function createSafetyPolicy({ safetyRulesFile }: Env): SafetyPolicy {
  try {
    return new SafetyPolicy(safetyRulesFile)
  } catch (error) {
    throw new EnvironmentError(`SAFETY_RULES_FILE cannot be used: ${(error as Error).message}`)
  }
}

function openClassifier(env: Env, log: Logger): Classifier | null {
  const { classifierBaseUrl: baseUrl, classifierApiKey: apiKey, classifierModel: model, classifierTimeoutMs } = env
  if (baseUrl === undefined) return null
  const onChange = (isAvailable: boolean, error: unknown) => {
    if (isAvailable) log.info('the classifier answers again')
    else log.error({ reason: (error as Error).message }, 'the classifier does not answer; the rules go on alone')
  }
  return createClassifier({ baseUrl, apiKey, model, timeoutMs: classifierTimeoutMs, onChange })
}

async function startApp(context: ServerContext, database: OpenDatabase, modelNotes: string[]): Promise<Running> {
  const { clock, db } = context
  const newCharacters = await seedSampleCharacters(context)
  await createAdminFromEnvironment(context)
  const now = clock.now()
  await deleteStaleSessions(db, now - sessionLifetime.idle, now - sessionLifetime.absolute)
  const billing = { context, payments: await createPaymentProvider(context.env, context) }
  const paymentEvents = new PaymentEvents(billing)
  const accountData = createAccountData(billing)
  const mailQueue = createMailQueue(context)
  const webhookQueue = createWebhookQueue(context)
  const nightlyBackups = new NightlyBackups(context)
  const app = await createApp(context, { billing, paymentEvents, accountData, nightlyBackups })
  const metricsServer = context.env.metricsPort === undefined ? null : await listenForMetrics(context)
  const every = (interval: number, name: string, task: (stopping: AbortSignal) => Promise<unknown>) => ({
    [name]: schedule(context.log, { name, interval, task }),
  })
  const hour = 3_600_000
  const tasks = {
    ...every(hour, 'the purge of accounts', async (stopping) => {
      await purgeDeletedAccounts(context, accountData)
      // Also what other purges have deleted since the last time.
      await context.eraseDeleted(stopping)
    }),
    ...every(hour, 'the purge of characters', () => purgeCharacters(context)),
    ...every(hour, 'the purge of conversations', () => purgeConversations(context)),
    ...every(hour, 'the purge of records', () => purgeRecords(context)),
    ...every(hour / 6, 'the reconciliation of subscriptions', () => reconcile(billing)),
    'measuring the instance': observeInstance(context, app, database),
    // Finds changes by other instances, and announcements that begin or end.
    ...every(2_000, 'the reading of settings', () => context.settings.load()),
    'the recovery of replies': await recoverReplies(context, app.liveReplies),
    'the log of the audit head': scheduleHeadLog(context),
    'the recheck of replies': scheduleReplyRecheck(context),
    'the recheck of characters': scheduleCharacterRecheck(context),
    'the processing of payment events': await paymentEvents.start(),
    ...(context.env.mail && { 'the sending of mails': await mailQueue.start() }),
    'the sending of webhooks': await webhookQueue.start(),
    'the indexing of messages': scheduleMessageIndexing(context),
    'the memory jobs': await app.memoryJobs.start(),
    'the nightly backup': nightlyBackups.schedule(),
  }
  checkPayments(billing)
  return {
    ...app,
    context,
    metricsServer,
    billing,
    paymentEvents,
    mailQueue,
    webhookQueue,
    databaseLabel: database.label,
    modelNotes,
    newCharacters,
    stop: (drainTimeout, timeouts = stopTimeouts) =>
      stop(context, { app, database, metricsServer, tasks, drainTimeout, timeouts }),
  }
}

/** A payment service that cannot sell Premium does not stop the start: everything else works. */
function checkPayments({ payments, context }: BillingDeps): void {
  payments?.check?.().catch((error: unknown) => context.log.error({ err: error }, 'nobody can subscribe'))
}

/** Milliseconds for a periodic task that is running, and for closing each part. */
interface StopTimeouts {
  task: number
  close: number
}
const stopTimeouts: StopTimeouts = { task: 5_000, close: 1_000 }

interface StopOptions {
  app: App
  database: OpenDatabase
  metricsServer: MetricsServer | null
  /** The functions that stop the background tasks, by what a task does. */
  tasks: Record<string, () => Promise<void>>
  drainTimeout: number
  timeouts: StopTimeouts
}

/** Closes every part, even if others fail, each within its timeout. Rejects when one could not be closed. */
async function stop(
  { models, classifier, bus, log, tracer }: Context,
  { app, database, metricsServer, tasks, drainTimeout, timeouts }: StopOptions,
): Promise<void> {
  const failed: string[] = []
  const close = async (name: string, work: Promise<unknown>, timeout = timeouts.close) => {
    const isClosed = await waitAtMost(timeout, work).catch((err: unknown) => void log.error({ err }, `${name} failed`))
    if (!isClosed) failed.push(name)
  }
  await Promise.all([
    app.liveReplies.drain(drainTimeout),
    ...Object.entries(tasks).map(([name, stopTask]) => close(`stopping ${name}`, stopTask(), timeouts.task)),
  ])
  await close('closing the server', app.server.close())
  await close('closing the models', models.close())
  if (classifier) await close('closing the classifier', classifier.close())
  await close('closing the connection to Redis', bus.close())
  await close('closing the database', database.close())
  metricsServer?.close()
  await tracer.close()
  if (failed.length > 0) throw new Error(`The server has stopped, but not everything ended well: ${failed.join(', ')}.`)
}
