import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { AlertMessage } from '#shared/alerts.ts'
import type { Character } from '#shared/characters.ts'
import { reportCategoryNames } from '#shared/moderation.ts'
import { httpRequest } from '#tests/support/http-client.ts'
import { ServerProcess } from '#tests/support/server-process.ts'
import { markdownTable } from '#tests/support/table.ts'
import type { Bench } from './bench.ts'
import { register } from './bench-environment.ts'
import { ms, percentile } from './figures.ts'

const admins = 50
const perSecond = 20
const seconds = 20
const flags = perSecond * seconds

/** Measures the time from the request that raises a flag, its commit included, to the alert on the sockets of all admins. */
export const alerts: Bench = {
  name: 'alerts',
  title: `From a report to the alert on ${admins} dashboards, ${perSecond} flags a second, SQLite`,
  async run() {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'troupe-bench-'))
    const env = { DATA_DIR: dataDir, RATE_LIMITS: 'off', LOCAL_MODELS: 'off' }
    const server = await ServerProcess.create({ env })
    await server.start()
    const author = await register(server, 'author')
    const reporter = await register(server, 'reporter')
    const targets = await createCharacters(server, author, Math.ceil(flags / reportCategoryNames.length))
    const cookies: string[] = []
    for (let index = 0; index < admins; index += 1) cookies.push(await register(server, `desk-${index}`))
    const database = new DatabaseSync(path.join(dataDir, 'troupe.db'))
    database.exec(`update users set account_type = 'admin' where username like 'desk-%'`)
    database.close()
    // The server keeps sessions for a second.
    await sleep(1_500)

    const sentAt = new Map<string, number>()
    const [delays, fromResponse]: [number[], number[]] = [[], []]
    const respondedAt = new Map<string, number>()
    const arrivals: { key: string; at: number }[] = []
    const sockets = await Promise.all(
      cookies.map((cookie) =>
        connect(server, cookie, ({ flag }) =>
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
      const url = `${server.url}/api/reports`
      sends.push(
        httpRequest(url, { method: 'POST', cookie: reporter, body }).then(({ status, text }) => {
          if (status !== 201) throw new Error(`A report failed: ${status} ${text}`)
          respondedAt.set(key, performance.now())
        }),
      )
    }
    await Promise.all(sends)
    while (arrivals.length < flags * admins) await sleep(50)
    for (const socket of sockets) socket.terminate()
    await server.terminate()
    rmSync(dataDir, { recursive: true, force: true })
    for (const { key, at } of arrivals) {
      delays.push(at - (sentAt.get(key) ?? 0))
      fromResponse.push(Math.max(0, at - (respondedAt.get(key) ?? 0)))
    }
    const row = (name: string, values: number[]) => [
      name,
      ms(percentile(values, 50)),
      ms(percentile(values, 99)),
      ms(Math.max(...values)),
      String(values.length),
    ]
    return markdownTable(
      ['from', 'p50', 'p99', 'longest', 'alerts received'],
      [row('the request sent', delays), row('its response (after the commit)', fromResponse)],
    )
  },
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
