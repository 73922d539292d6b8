import { statfs } from 'node:fs/promises'
import type { Env } from '#server/core/env.ts'
import { countDueJobs } from '#server/core/jobs/queries.ts'
import { meanOf } from '#server/core/last-hour.ts'
import { readNewestChanges, readVersion } from '#server/core/version.ts'
import { countUndecided } from '#server/moderation/stats/queries.ts'
import type { FailureReason } from '#server/providers/models/provider.ts'
import { createFileStorage } from '#server/providers/storage/index.ts'
import { StorageError } from '#server/providers/storage/provider.ts'
import { describeConnection, type ModelConnection } from '#shared/models.ts'
import type { Overview } from '#shared/overview.ts'
import { sitePageNames } from '#shared/site-page-names.ts'
import { readImageConnection } from '../images/image-connection.ts'
import { hourOf } from '../models/connection-usage.ts'
import { listModels } from '../models/list-connections.ts'
import { firstHourOfMonth } from '../models/monthly-budget.ts'
import { listDailyCosts } from '../models/queries.ts'
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

type Costs = Overview['costs']
type Amounts = Costs['connections'][number]['month']

/** How many days are listed, today included. */
const listedDays = 14

/** What each connection has cost on the last days and in this month, by the plan of the accounts. Days are UTC. */
async function readCosts(deps: OverviewDeps, connections: ModelConnection[]): Promise<Costs> {
  const { context, models } = deps
  const now = context.clock.now()
  await models.budget.check()
  const today = Math.floor(now / day)
  const monthHour = firstHourOfMonth(now)
  const rows = await listDailyCosts(context.db, Math.min(monthHour, hourOf((today - listedDays + 1) * day)))
  const amountsOf = (id: string, isIncluded: (day: number) => boolean): Amounts => {
    const included = rows.filter((row) => row.connection_id === id && isIncluded(row.day))
    const sum = (plan: keyof Amounts) => included.reduce((total, row) => total + Number(row[plan]), 0)
    return { free: sum('free'), premium: sum('premium') }
  }
  const days = Array.from({ length: listedDays }, (_, index) => today - index)
  const viewCosts = (id: string) => ({
    id,
    month: amountsOf(id, (at) => at >= monthHour / 24),
    days: days.map((listed) => amountsOf(id, (at) => at === listed)),
  })
  const known = connections.map((connection) => ({
    ...viewCosts(connection.id),
    name: connection.name,
    description: describeConnection(connection),
    isCounted: connection.countedPrices !== null,
  }))
  const deleted = [...new Set(rows.map((row) => row.connection_id))]
    .filter((id) => connections.every((connection) => connection.id !== id))
    .map((id) => ({ ...viewCosts(id), name: 'A deleted connection', description: '', isCounted: true }))
    .filter(({ month, days: costs }) => [month, ...costs].some(({ free, premium }) => free + premium > 0))
  return { ...models.budget.state, days: days.map((at) => at * day), connections: [...known, ...deleted] }
}

/** What `/metrics` shows of this instance, for those who have no Prometheus. */
async function readInstance({ context, liveReplies }: OverviewDeps): Promise<Overview['instance']> {
  const { metrics, db, clock } = context
  const hour = await metrics.lastHour.read()
  const jobs = await countDueJobs(db, clock.now())
  const sum = (counts: { count: number }[]) => counts.reduce((total, { count }) => total + count, 0)
  /** The counts of a counter by its label. */
  const countsOf = (name: string) =>
    [...hour]
      .map(([key, count]) => ({ key: key.split(' '), count }))
      .flatMap(({ key: [counter, label = ''], count }) => (counter === name && count > 0 ? [{ label, count }] : []))
  const statuses = countsOf('troupe_http_requests_total')
  const [active = 0, idle = 0] = [hour.get('active'), hour.get('idle')]
  return {
    requests: sum(statuses),
    failedRequests: sum(statuses.filter(({ label }) => Number(label) >= 500)),
    modelErrors: countsOf('troupe_model_errors_total')
      .map(({ label, count }) => ({ kind: kinds[label as FailureReason], count }))
      .toSorted((a, b) => b.count - a.count),
    statementMs: meanOf(hour, 'troupe_database_statement_seconds'),
    transactionMs: meanOf(hour, 'troupe_database_transaction_seconds'),
    busyPercent: Math.round((active / Math.max(1, active + idle)) * 100),
    liveReplies: liveReplies.size,
    jobsWaiting: sum(jobs),
    oldestJob: Math.round(Math.max(0, ...jobs.map(({ dueFor }) => dueFor)) / 1_000),
    memory: process.memoryUsage.rss(),
  }
}

const kinds: Record<FailureReason, string> = {
  address: 'wrong address',
  broken_off: 'connection cut',
  budget: 'budget spent',
  certificate: 'no secure connection',
  context: 'prompt too long',
  invalid_reply: 'unreadable answer',
  key: 'key not accepted',
  local_ended: 'local model ended',
  local_file: 'local model missing',
  local_load: 'local model not loaded',
  local_runtime: 'llama.cpp missing',
  missing_key: 'no key',
  model: 'unknown model',
  no_text: 'empty answer',
  no_host: 'unknown server',
  quota: 'no credit left',
  rate: 'too many requests',
  redirect: 'address has moved',
  refused: 'declined',
  rejected: 'request rejected',
  service: 'error of the service',
  timeout: 'no answer in time',
  unreachable: 'server not reached',
}
