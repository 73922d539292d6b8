import { accountData } from './account-data.ts'
import { createAdminFromEnvironment } from './accounts/grant-admin.ts'
import { deleteStaleSessions } from './accounts/queries.ts'
import { sessionLifetime } from './accounts/session.ts'
import { schedulePurgeOfDeletedAccounts } from './accounts/settings/purge-deleted-accounts.ts'
import { type App, createApp } from './app.ts'
import { seedSampleCharacters } from './characters/seed-sample-characters.ts'
import { recoverReplies, scheduleRecovery } from './chat/replies/recover.ts'
import { createMemoryBus, createRedisBus } from './core/bus.ts'
import { type Clock, systemClock } from './core/clock.ts'
import type { Context } from './core/context.ts'
import type { Env } from './core/env.ts'
import { createIds } from './core/ids.ts'
import type { Logger } from './core/log.ts'
import { type OpenDatabase, openDatabase } from './db/database.ts'
import { toUnusableError } from './db/database-unusable.ts'
import { createModelProvider } from './providers/models/index.ts'

export interface Running extends App {
  context: Context
  databaseLabel: string
  /** Messages about the choice of the model, for the terminal. */
  modelNotes: string[]
  newCharacters: number
  /** Rejects new work, waits up to `drainTimeout` ms for running replies, saves the others, and closes everything. */
  stop(drainTimeout: number): Promise<void>
}

/** Starts everything except listening. When a step fails, what was opened before is closed. */
export async function start(env: Env, log: Logger, { clock = systemClock }: { clock?: Clock } = {}): Promise<Running> {
  const onError = (error: Error) => log.warn({ err: error }, 'database connection error')
  const { databaseUrl, dataDir } = env
  const modelNotes: string[] = []
  const note = (message: string) => void modelNotes.push(message)
  const database = await openDatabase({ databaseUrl, dataDir, exclusive: true, now: clock.now(), onError })
  try {
    const [model, bus] = await Promise.all([
      createModelProvider(env, { log: { info: note, warn: note } }),
      env.redisUrl
        ? createRedisBus(env.redisUrl, (error) => log.warn({ err: error }, 'redis error'))
        : createMemoryBus(),
    ])
    const context: Context = {
      env,
      ...database.access,
      clock,
      ids: createIds(clock),
      bus,
      log,
      model,
    }
    return await startApp(context, database, modelNotes)
  } catch (error) {
    await database.close().catch(() => {})
    throw toUnusableError(error, env)
  }
}

async function startApp(context: Context, database: OpenDatabase, modelNotes: string[]): Promise<Running> {
  const { clock, db, dialect } = context
  const newCharacters = await seedSampleCharacters(context)
  await createAdminFromEnvironment(context)
  const now = clock.now()
  await deleteStaleSessions(db, now - sessionLifetime.idle, now - sessionLifetime.absolute)
  const app = await createApp(context)
  await recoverReplies(context, app.liveReplies, dialect === 'sqlite' ? now : undefined)
  const stopRecovering = scheduleRecovery(context, app.liveReplies)
  const stopPurging = schedulePurgeOfDeletedAccounts(context, accountData)
  return {
    ...app,
    context,
    databaseLabel: database.label,
    modelNotes,
    newCharacters,
    async stop(drainTimeout) {
      stopRecovering()
      await stopPurging()
      await app.liveReplies.drain(drainTimeout)
      await app.server.close()
      await context.model.close()
      await context.bus.close()
      await database.close()
    },
  }
}
