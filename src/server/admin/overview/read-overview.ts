import { statfs } from 'node:fs/promises'
import type { Env } from '#server/core/env.ts'
import { readNewestChanges, readVersion } from '#server/core/version.ts'
import { countUndecided } from '#server/moderation/stats/queries.ts'
import { createFileStorage } from '#server/providers/storage/index.ts'
import { StorageError } from '#server/providers/storage/provider.ts'
import { describeConnection } from '#shared/models.ts'
import type { Overview } from '#shared/overview.ts'
import { sitePageNames } from '#shared/site-page-names.ts'
import { readImageConnection } from '../images/image-connection.ts'
import { listModels } from '../models/list-connections.ts'
import { countSitePages } from '../site-pages/queries.ts'
import { readVoiceConnections } from '../voices/voice-connections.ts'
import { listAttention } from './list-attention.ts'
import type { OverviewDeps } from './overview-deps.ts'
import {
  countAccounts,
  countActiveUsers,
  countNewConversations,
  countNewUsers,
  countSubscriptions,
  countWeek,
  readSizes,
} from './queries.ts'
import { readCosts } from './read-costs.ts'
import { readInstance } from './read-instance.ts'

const day = 86_400_000
const shownChanges = 5
/** Milliseconds since 1970. */
const startedAt = Math.round(performance.timeOrigin)

export async function readOverview(deps: OverviewDeps): Promise<Overview> {
  const { db, dialect, clock, env, bus } = deps.context
  const now = clock.now()
  const from = now - day
  const { connections } = await listModels(deps)
  const costs = await readCosts(deps, connections)
  const undecided = await countUndecided(db, now)
  const sum = (rows: typeof undecided) => rows.reduce((total, { count }) => total + Number(count), 0)
  const flags = {
    undecided: sum(undecided),
    escalated: sum(undecided.filter(({ status }) => status === 'acknowledged')),
    overdue: undecided.reduce((total, { overdue }) => total + Number(overdue), 0),
  }
  const storage = { dialect, ...(await readSizes(db, dialect)), ...(await readDisk(env.dataDir)) }
  const backups = await deps.nightlyBackups.readState()
  const subscriptions = await countSubscriptions(db)
  const { connection: imageConnection } = await readImageConnection(deps.context)
  const { connections: voiceConnections } = await readVoiceConnections(deps.context)
  const storageProblem = await findStorageProblem(env)
  const hasDraftPages = (await countSitePages(db)) < sitePageNames.length
  const isRedisDown = bus.isDistributed && !(await bus.answers())
  return {
    version: await readVersion(),
    changes: await readNewestChanges(shownChanges),
    startedAt,
    attention: listAttention({
      ...deps,
      connections,
      flags,
      storage,
      backups,
      subscriptions,
      isRedisDown,
      imageConnection,
      voiceConnections,
      storageProblem,
      hasDraftPages,
    }),
    activeUsers: await countActiveUsers(db, from),
    newUsers: await countNewUsers(db, from),
    conversations: await countNewConversations(db, from),
    accounts: await countAccounts(db),
    subscriptions,
    flags,
    week: await countWeek(db, now),
    models: connections.map((connection) => ({
      id: connection.id,
      name: connection.name,
      description: describeConnection(connection),
      state: connection.state,
      replies: connection.figures.requests - connection.figures.failures,
      failures: connection.figures.failures,
      medianFirstTokenMs: connection.figures.medianFirstTokenMs,
    })),
    costs,
    instance: await readInstance(deps),
    storage,
    backups,
  }
}

async function findStorageProblem(env: Env): Promise<string | null> {
  try {
    await createFileStorage(env).check?.()
    return null
  } catch (error) {
    if (error instanceof StorageError) return error.message
    throw error
  }
}

async function readDisk(folder: string): Promise<{ diskFree: number; diskTotal: number }> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { diskFree: bavail * bsize, diskTotal: blocks * bsize }
}
