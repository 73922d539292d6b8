import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { WebSocket } from 'ws'
import { systemClock } from '#server/core/clock.ts'
import { openDatabase } from '#server/db/database.ts'
import type { AlertMessage } from '#shared/alerts.ts'
import type { Character } from '#shared/characters.ts'
import { reportCategoryNames } from '#shared/moderation.ts'
import { httpRequest } from '#tests/support/http-client.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { findRedis, startRedis } from '#tests/support/redis.ts'
import { ServerProcess } from '#tests/support/server-process.ts'
import { markdownTable } from '#tests/support/table.ts'
import type { Bench } from './bench.ts'
import { register } from './bench-environment.ts'
import { ms, percentile } from './figures.ts'

const admins = 50
const perSecond = 20
const seconds = 20
const flags = perSecond * seconds

/**
 * Measures the time from the request that raises a flag, its commit included, to the alert on the sockets of all admins.
 * With two instances, one takes the reports and the admins are connected to the other.
 */
export const alerts: Bench = {
  name: 'alerts',
  title: `From a report to the alert on ${admins} dashboards, ${perSecond} flags a second`,
  async run() {
    const rows: string[][] = []
    for (const create of [
      createSqlite,
      () => createTwoInstances(),
      ...(findRedis() ? [createTwoInstancesWithRedis] : []),
    ]) {
      const environment = await create()
      rows.push(...(await measure(environment)))
      await environment.close()
    }
    return markdownTable(['', 'from', 'p50', 'p99', 'longest', 'alerts received'], rows)
  },
}

interface Environment {
  name: string
  /** The instance that takes the reports. */
  reports: ServerProcess
  /** The instance to which the admins are connected. */
  dashboards: ServerProcess
  dataDir: string
  databaseUrl: string | undefined
  close(): Promise<void>
}

const commonEnv = { RATE_LIMITS: 'off', LOCAL_MODELS: 'off' }

async function createSqlite(): Promise<Environment> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'troupe-bench-'))
  const server = await ServerProcess.create({ env: { ...commonEnv, DATA_DIR: dataDir } })
  await server.start()
  const close = async () => {
    await server.terminate()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { name: 'SQLite', reports: server, dashboards: server, dataDir, databaseUrl: undefined, close }
}

async function createTwoInstancesWithRedis(): Promise<Environment> {
  const redis = await startRedis()
  const environment = await createTwoInstances({ REDIS_URL: redis.url })
  const close = () => environment.close().then(() => redis.stop())
  return { ...environment, name: 'two instances, PostgreSQL and Redis', close }
}

async function createTwoInstances(more: Record<string, string> = {}): Promise<Environment> {
  const postgres = await startPostgres()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'troupe-bench-'))
  const env = { ...commonEnv, DATA_DIR: dataDir, DATABASE_URL: postgres.url, ...more }
  const [reports, dashboards] = [await ServerProcess.create({ env }), await ServerProcess.create({ env })]
  await reports.start()
  await dashboards.start()
  const close = async () => {
    await reports.terminate()
    await dashboards.terminate()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { name: 'two instances, PostgreSQL', reports, dashboards, dataDir, databaseUrl: postgres.url, close }
}

async function measure({ name, reports, dashboards, dataDir, databaseUrl }: Environment): Promise<string[][]> {
  const author = await register(reports, 'author')
  const reporter = await register(reports, 'reporter')
  const targets = await createCharacters(reports, author, Math.ceil(flags / reportCategoryNames.length))
  const cookies: string[] = []
  for (let index = 0; index < admins; index += 1) cookies.push(await register(dashboards, `viewer-${index}`))
  const database = await openDatabase({ databaseUrl, dataDir, exclusive: false, now: systemClock.now() })
  await sql`update users set account_type = 'admin' where username like 'viewer-%'`.execute(database.access.db)
  await database.close()
  // The server keeps sessions for a second.
  await sleep(1_500)

  const sentAt = new Map<string, number>()
  const respondedAt = new Map<string, number>()
  const arrivals: { key: string; at: number }[] = []
  const sockets = await Promise.all(
    cookies.map((cookie) =>
      connect(dashboards, cookie, ({ flag }) =>
        arrivals.push({ key: `${flag.targetId} ${flag.category}`, at: performance.now() }),
      ),
    ),
  )
  const sends: Promise<void>[] = []
  const startedAt = performance.now()
  for (let index = 0; index < flags; index += 1) {
    await sleep(Math.max(0, startedAt + (index * 1_000) / perSecond - performance.now()))
    const targetId = targets[Math.floor(index / reportCategoryNames.length)] ?? ''
    const category = reportCategoryNames[index % reportCategoryNames.length] ?? 'other'
    const key = `${targetId} ${category}`
    sentAt.set(key, performance.now())
    const body = { targetType: 'character', targetId, category }
    sends.push(
      httpRequest(`${reports.url}/api/reports`, { method: 'POST', cookie: reporter, body }).then(({ status, text }) => {
        if (status !== 201) throw new Error(`A report failed: ${status} ${text}`)
        respondedAt.set(key, performance.now())
      }),
    )
  }
  await Promise.all(sends)
  while (arrivals.length < flags * admins) await sleep(50)
  for (const socket of sockets) socket.terminate()
  const since = (times: Map<string, number>) => arrivals.map(({ key, at }) => Math.max(0, at - (times.get(key) ?? 0)))
  const row = (from: string, values: number[]) => [
    name,
    from,
    ms(percentile(values, 50)),
    ms(percentile(values, 99)),
    ms(Math.max(...values)),
    String(values.length),
  ]
  return [row('the request sent', since(sentAt)), row('its response (after the commit)', since(respondedAt))]
}

async function createCharacters(server: ServerProcess, cookie: string, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    const body = { name: `Ada ${index}`, description: 'Keeps a lighthouse and a long grudge.' }
    const { text } = await httpRequest(`${server.url}/api/characters`, { method: 'POST', cookie, body })
    ids.push((JSON.parse(text) as Character).id)
  }
  return ids
}

type Alert = Extract<AlertMessage, { type: 'flag_alert' }>

async function connect(server: ServerProcess, cookie: string, onAlert: (alert: Alert) => void): Promise<WebSocket> {
  const url = `${server.url}/api/admin/websocket-token`
  const { text } = await httpRequest(url, { method: 'POST', cookie })
  const { adminToken } = JSON.parse(text) as { adminToken: string }
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws`)
  await once(socket, 'open')
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as AlertMessage
    if (message.type === 'flag_alert') onAlert(message)
  })
  socket.send(JSON.stringify({ type: 'auth', adminToken }))
  await once(socket, 'message')
  return socket
}
